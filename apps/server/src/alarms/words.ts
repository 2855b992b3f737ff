import type { AlarmKind } from '@maru/contract'
import type { BothLanguages, Language } from '@maru/contract/language'

const kindWords: Readonly<Record<AlarmKind, BothLanguages>> = {
  DEPOSIT: { ko: '입금', en: 'deposits' },
  WITHDRAWAL: { ko: '출금', en: 'withdrawals' },
  APPROVAL: { ko: '두 번째 승인', en: 'second approvals' },
  SUSPENSE: { ko: '미확인 입금', en: 'unmatched deposits' },
  DISPUTE: { ko: 'P2P 분쟁', en: 'P2P disputes' },
  STOP: { ko: '거래·출금 정지', en: 'stops' },
  PROVIDER: { ko: '제공사 장애', en: 'failing providers' },
  JOB: { ko: '실패한 예약 작업', en: 'failed jobs' },
}

/** What a test says, without the site's name. */
export const testText: BothLanguages = {
  ko: '테스트 알람입니다. 이 주소로 알람이 옵니다.',
  en: 'This is a test: alarms arrive at this address.',
}

/** What waits, counted by kind: neither names nor amounts. */
export function alarmText(kinds: readonly AlarmKind[], language: Language): string {
  const counts = new Map<AlarmKind, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const parts = [...counts].map(([kind, count]) =>
    language === 'ko' ? `${kindWords[kind].ko} ${count}건` : `${kindWords[kind].en}: ${count}`,
  )
  return language === 'ko'
    ? `확인이 필요합니다. ${parts.join(', ')}. 콘솔 현황에서 담당하기를 누르면 다시 알리지 않습니다.`
    : `Something waits for you. ${parts.join(', ')}. Take it on the overview of the console to stop these messages.`
}
