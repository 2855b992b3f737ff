import type { Language } from '@maru/contract/language'
import type { Notice } from './notice.ts'

export interface NoticeText {
  readonly title: string
  readonly text: string
}

type Told = 'DEVICE' | 'MARGIN_RAISED' | 'LOSSCUT_RAISED' | 'FUNDING_VOID'
type Words = Readonly<Record<Exclude<Notice['about'], Told>, NoticeText>> & {
  readonly DEVICE: (device: string, time: string) => NoticeText
  readonly MARGIN_RAISED: (stock: string, time: string) => NoticeText
  readonly LOSSCUT_RAISED: (time: string) => NoticeText
  readonly FUNDING_VOID: (stock: string, time: string) => NoticeText
}

const notYou = {
  ko: '본인이 아니라면 바로 비밀번호를 바꾸고 고객센터에 알려 주세요.',
  en: 'If this was not you, change your password and contact us at once.',
} as const

const words: Readonly<Record<Language, Words>> = {
  ko: {
    WITHDRAWAL: {
      title: '출금 신청',
      text: '출금이 신청되었습니다. 본인이 아니라면 지금 신청을 취소하고 비밀번호를 바꿔 주세요.',
    },
    SALE: {
      title: '코인 판매 신청',
      text: '코인 판매가 신청되었습니다. 본인이 아니라면 지금 신청을 취소하고 비밀번호를 바꿔 주세요.',
    },
    TRANSFER: { title: '회원 간 이체', text: `다른 회원에게 이체했습니다. ${notYou.ko}` },
    PASSWORD: { title: '비밀번호 변경', text: `비밀번호가 변경되었습니다. ${notYou.ko}` },
    TOTP_ADDED: { title: '인증 앱 등록', text: `인증 앱이 등록되었습니다. ${notYou.ko}` },
    TOTP_REMOVED: { title: '인증 앱 해제', text: `인증 앱이 해제되었습니다. ${notYou.ko}` },
    ACCOUNT_ADDED: { title: '출금 계좌 등록', text: `출금 계좌가 등록되었습니다. ${notYou.ko}` },
    ACCOUNT_REMOVED: { title: '출금 계좌 삭제', text: `출금 계좌가 삭제되었습니다. ${notYou.ko}` },
    ADDRESS_ADDED: { title: '출금 주소 등록', text: `출금 주소가 등록되었습니다. ${notYou.ko}` },
    ADDRESS_REMOVED: { title: '출금 주소 삭제', text: `출금 주소가 삭제되었습니다. ${notYou.ko}` },
    CEILING: {
      title: '이용 한도 변경',
      text: '회원님에게 적용되는 이용 한도가 변경되었습니다. 더보기 › 이용 한도와 휴식에서 확인해 주세요.',
    },
    DEVICE: (device, time) => ({
      title: '새 기기에서 로그인했습니다',
      text: `${device}, ${time} (한국 시간). 본인이 아니라면 보안에서 모든 기기에서 로그아웃하고 비밀번호를 바꿔 주세요.`,
    }),
    MARGIN_RAISED: (stock, time) => ({
      title: '해외선물 증거금 인상',
      text: `${stock} 증거금이 오릅니다. 새로 여는 계약에는 지금부터, 보유 중인 계약에는 ${time}(한국 시간)부터 적용됩니다. 그 전에 잔고와 수량을 확인해 주세요.`,
    }),
    LOSSCUT_RAISED: (time) => ({
      title: '해외선물 로스컷 기준 인상',
      text: `로스컷 기준이 오릅니다. 보유 중인 포지션에는 ${time}(한국 시간)부터 적용됩니다. 그 전에 잔고와 수량을 확인해 주세요.`,
    }),
    FUNDING_VOID: (stock, time) => ({
      title: '펀딩비를 정산하지 않았습니다',
      text: `${stock}의 ${time}(한국 시간) 펀딩은 그 시각의 시장평균가를 확인할 수 없어 정산하지 않았습니다. 내거나 받은 펀딩비는 없습니다.`,
    }),
  },
  en: {
    WITHDRAWAL: {
      title: 'Withdrawal requested',
      text: 'A withdrawal was requested. If this was not you, cancel it now and change your password.',
    },
    SALE: {
      title: 'Sale of coins requested',
      text: 'A sale of coins was requested. If this was not you, cancel it now and change your password.',
    },
    TRANSFER: { title: 'Transfer to a member', text: `Money was transferred to another member. ${notYou.en}` },
    PASSWORD: { title: 'Password changed', text: `Your password was changed. ${notYou.en}` },
    TOTP_ADDED: { title: 'Authenticator app added', text: `An authenticator app was added. ${notYou.en}` },
    TOTP_REMOVED: { title: 'Authenticator app removed', text: `Your authenticator app was removed. ${notYou.en}` },
    ACCOUNT_ADDED: { title: 'Withdrawal account added', text: `A withdrawal account was added. ${notYou.en}` },
    ACCOUNT_REMOVED: { title: 'Withdrawal account removed', text: `A withdrawal account was removed. ${notYou.en}` },
    ADDRESS_ADDED: { title: 'Withdrawal address added', text: `A withdrawal address was added. ${notYou.en}` },
    ADDRESS_REMOVED: { title: 'Withdrawal address removed', text: `A withdrawal address was removed. ${notYou.en}` },
    CEILING: {
      title: 'Limits changed',
      text: 'The limits of your account were changed. See More › Limits and breaks.',
    },
    DEVICE: (device, time) => ({
      title: 'Sign-in on a new device',
      text: `${device}, ${time} (KST). If this was not you, end all sessions under Security and change your password.`,
    }),
    MARGIN_RAISED: (stock, time) => ({
      title: 'Overseas margin raised',
      text: `The margin of ${stock} is raised: for new contracts now, for those that you hold from ${time} (KST). Check your balance and your positions until then.`,
    }),
    LOSSCUT_RAISED: (time) => ({
      title: 'Overseas loss cut raised',
      text: `The loss cut is raised: for the positions that you hold from ${time} (KST). Check your balance and your positions until then.`,
    }),
    FUNDING_VOID: (stock, time) => ({
      title: 'A funding was not settled',
      text: `The funding of ${stock} at ${time} (KST) was not settled, because the mark price of that time is not known. You paid and received nothing.`,
    }),
  },
}

/** To the minute, as Korea reads it. `at`: wall clock. */
const timeInKorea = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** What a member reads, in the language of his site; `link`: the page where he can do something about it. */
export function noticeText(
  notice: Notice,
  language: Language,
): NoticeText & { readonly kind: 'MONEY' | 'SECURITY'; readonly link: string } {
  const { about } = notice
  switch (about) {
    case 'DEVICE':
      return {
        ...words[language].DEVICE(notice.device, timeInKorea(notice.at)),
        kind: 'SECURITY',
        link: '/more/security',
      }
    case 'MARGIN_RAISED':
    case 'FUNDING_VOID': {
      const stock = language === 'ko' ? notice.stock : notice.instrument
      const link = about === 'FUNDING_VOID' ? '/future' : '/oversea'
      return { ...words[language][about](stock, timeInKorea(notice.at)), kind: 'MONEY', link }
    }
    case 'LOSSCUT_RAISED':
      return { ...words[language].LOSSCUT_RAISED(timeInKorea(notice.at)), kind: 'MONEY', link: '/oversea' }
    case 'CEILING':
      return { ...words[language].CEILING, kind: 'MONEY', link: '/more/limits' }
    case 'WITHDRAWAL':
    case 'SALE':
    case 'TRANSFER':
      return { ...words[language][about], kind: 'MONEY', link: `/wallet/dnw_history?request=${notice.requestId}` }
    default:
      return { ...words[language][about], kind: 'SECURITY', link: '/more/security' }
  }
}
