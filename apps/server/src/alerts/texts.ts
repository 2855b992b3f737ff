import type { AlertKind } from '@maru/contract'
import type { Language } from '@maru/contract/language'

/** What happened, with what its words need. No amount of money: a lock screen shows them to anybody. */
export type AlertSubject =
  | {
      readonly kind: 'PRICE'
      readonly koName: string
      readonly stock: string
      readonly what:
        | { readonly direction: 'ABOVE' | 'BELOW'; readonly price: string }
        | { readonly direction: 'UP' | 'DOWN'; readonly percent: string; readonly minutes: number }
    }
  | {
      readonly kind: 'LIQUIDATION'
      readonly koName: string
      readonly stock: string
      readonly book: 'futures' | 'oversea'
      readonly what: 'WARN' | 'EARLY' | 'DONE'
      readonly ratio: string | null
    }
  | {
      readonly kind: 'ROUND'
      readonly koName: string
      readonly stock: string
      readonly optionId: number
      readonly roundNo: number
      readonly result: 'WIN' | 'LOSE' | 'VOID'
    }
  | {
      readonly kind: 'ORDER'
      readonly koName: string
      readonly stock: string
      readonly book: 'futures' | 'oversea'
      readonly optionId: number
      readonly side: 'LONG' | 'SHORT'
      readonly price: string
    }
  | { readonly kind: 'MONEY'; readonly what: 'DEPOSIT_DONE' | 'WITHDRAWAL_DONE' | 'REFUSED' }
  | {
      readonly kind: 'ECONOMIC'
      readonly at: number
      readonly country: string
      readonly name: string
      readonly minutes: number
    }

export interface AlertText {
  readonly title: string
  readonly text: string
}

/** `1234567.80` as `1,234,567.80`. */
const grouped = (price: string) => price.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** HH:MM in Korea. */
const timeInKorea = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(11, 16)

/** The name of a country before what it releases; nothing where no single one does. */
const regionIn = (language: Language, country: string) =>
  country === 'ZZ' ? '' : `${new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country} `

type Words<K extends AlertKind> = (subject: Extract<AlertSubject, { kind: K }>, name: string) => AlertText
type Table = { readonly [K in AlertKind]: Words<K> }

const tables: Readonly<Record<Language, Table>> = {
  ko: {
    PRICE: ({ what }, name) =>
      'price' in what
        ? {
            title: '가격 알림',
            text: `${name} 가격이 ${grouped(what.price)} ${what.direction === 'ABOVE' ? '이상으로 올랐습니다' : '이하로 내려갔습니다'}.`,
          }
        : {
            title: '급변 알림',
            text: `${name} 가격이 ${what.minutes}분 안에 ${what.percent}% ${what.direction === 'UP' ? '올랐습니다' : '내렸습니다'}.`,
          },
    LIQUIDATION: ({ book, what, ratio }, name) =>
      what === 'DONE'
        ? { title: '청산 알림', text: `${name} 포지션이 ${book === 'futures' ? '강제청산' : '로스컷'}되었습니다.` }
        : {
            title: '청산 위험',
            text:
              ratio === null
                ? `${name} 포지션이 로스컷에 가까워졌습니다. 지금 확인해 주세요.`
                : `${name} 증거금률이 ${ratio}%입니다. 지금 확인해 주세요.`,
          },
    ROUND: ({ roundNo, result }, name) => ({
      title: '회차 결과',
      text: `${name} ${roundNo}회차: ${{ WIN: '실현', LOSE: '실격', VOID: '무효' }[result]}`,
    }),
    ORDER: ({ side, price }, name) => ({
      title: '주문 체결',
      text: `${name} ${side === 'LONG' ? '매수' : '매도'} 주문이 ${grouped(price)}에 체결되었습니다.`,
    }),
    MONEY: ({ what }) => ({
      title: '입출금',
      text: {
        DEPOSIT_DONE: '입금이 완료되었습니다.',
        WITHDRAWAL_DONE: '출금이 완료되었습니다.',
        REFUSED: '입출금 신청이 반려되었습니다. 내역에서 사유를 확인해 주세요.',
      }[what],
    }),
    ECONOMIC: ({ at, country, name, minutes }) => ({
      title: '경제지표 발표',
      text: `${minutes}분 뒤 ${timeInKorea(at)} 발표: ${regionIn('ko', country)}${name}`,
    }),
  },
  en: {
    PRICE: ({ what }, name) =>
      'price' in what
        ? {
            title: 'Price alert',
            text: `${name} is at ${grouped(what.price)} or ${what.direction === 'ABOVE' ? 'above' : 'below'}.`,
          }
        : {
            title: 'Sudden move',
            text: `${name} ${what.direction === 'UP' ? 'rose' : 'fell'} ${what.percent}% within ${what.minutes} ${what.minutes === 1 ? 'minute' : 'minutes'}.`,
          },
    LIQUIDATION: ({ book, what, ratio }, name) =>
      what === 'DONE'
        ? {
            title: 'Liquidation',
            text: `Your ${name} position was ${book === 'futures' ? 'liquidated' : 'closed by the loss cut'}.`,
          }
        : {
            title: 'Risk of liquidation',
            text:
              ratio === null
                ? `Your ${name} position is near its loss cut. Please look at it now.`
                : `The margin ratio of ${name} is ${ratio}%. Please look at it now.`,
          },
    ROUND: ({ roundNo, result }, name) => ({
      title: 'Round result',
      text: `${name}, round ${roundNo}: ${{ WIN: 'won', LOSE: 'lost', VOID: 'void' }[result]}`,
    }),
    ORDER: ({ side, price }, name) => ({
      title: 'Order filled',
      text: `Your ${side === 'LONG' ? 'buy' : 'sell'} order of ${name} was filled at ${grouped(price)}.`,
    }),
    MONEY: ({ what }) => ({
      title: 'Deposits and withdrawals',
      text: {
        DEPOSIT_DONE: 'Your deposit is complete.',
        WITHDRAWAL_DONE: 'Your withdrawal is complete.',
        REFUSED: 'Your request was not carried out. Its history says why.',
      }[what],
    }),
    ECONOMIC: ({ at, country, name, minutes }) => ({
      title: 'Economic release',
      text: `In ${minutes} min, at ${timeInKorea(at)} KST: ${regionIn('en', country)}${name}`,
    }),
  },
}

/** What a member reads, in the language of his site; `lateFrom`: when it happened, of what is no news any more. */
export function alertText(subject: AlertSubject, language: Language, lateFrom: number | null = null): AlertText {
  const words = tables[language][subject.kind] as (subject: AlertSubject, name: string) => AlertText
  const { title, text } = words(subject, nameIn(subject, language))
  if (lateFrom === null) return { title, text }
  const time = timeInKorea(lateFrom)
  return { title, text: `${language === 'ko' ? `${time} 기준` : `As of ${time} KST`} · ${text}` }
}

/** What a stock is called, as on the pages: its Korean name, or what its venue calls it. */
function nameIn(subject: AlertSubject, language: Language): string {
  if (subject.kind === 'MONEY' || subject.kind === 'ECONOMIC') return ''
  return language === 'ko' ? subject.koName : subject.stock.replace(/^[A-Z]+_|PERP$/g, '')
}

/** The page that a tap opens. */
export function pageOf(subject: AlertSubject): string {
  switch (subject.kind) {
    case 'PRICE':
      return subject.stock.startsWith('OV_') ? '/oversea' : subject.stock.endsWith('PERP') ? '/future' : '/exchange'
    case 'ROUND':
      return `/exchange/${subject.optionId}`
    case 'ORDER':
      return subject.book === 'futures' ? `/future/${subject.optionId}` : `/oversea/${subject.optionId}`
    case 'LIQUIDATION':
      return subject.book === 'futures' ? '/future' : '/oversea'
    case 'MONEY':
      return '/balances/list'
    case 'ECONOMIC':
      return '/more/economic'
  }
}
