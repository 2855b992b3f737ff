import type { OutgoingCall, ProviderHealth, ReceivedEvent } from '@maru/contract'
import type { BadgeTone } from '@maru/ui'

const providerWords: Readonly<Record<string, string>> = {
  mail: '메일',
  sms: '문자',
  push: '푸시',
  nice: '나이스 본인인증',
  onepay: '원페이',
  codepay: '코드페이',
  paykiwoom: '페이키움',
  paycoin: '페이코인',
  'dh-safety': '디에이치',
  bitdex: '빗덱스',
  bitshop: '빗샵',
  gluwa: '글루와',
}
/** A provider as staff call it; one that is new here keeps its own name. */
export const providerWord = (name: string): string => providerWords[name] ?? name

export const breakerWords: Readonly<Record<ProviderHealth['breaker'], string>> = {
  CLOSED: '닫힘',
  HALF_OPEN: '반열림',
  OPEN: '열림',
}
export const breakerTones: Readonly<Record<ProviderHealth['breaker'], BadgeTone>> = {
  CLOSED: 'neutral',
  HALF_OPEN: 'warn',
  OPEN: 'warn',
}
export const callTones: Readonly<Record<OutgoingCall['state'], BadgeTone>> = {
  QUEUED: 'neutral',
  SENDING: 'neutral',
  UNKNOWN: 'warn',
  SENT: 'ok',
  FAILED: 'warn',
  DEAD: 'warn',
  EXPIRED: 'neutral',
}
export const eventTones: Readonly<Record<ReceivedEvent['state'], BadgeTone>> = {
  DONE: 'ok',
  REFUSED: 'warn',
  WAITING: 'neutral',
  FAULTY: 'warn',
}

/** Share of the calls of a day that got through, in percent with two decimals; null: none was made. */
export function shareOf({ done, failed }: Pick<ProviderHealth, 'done' | 'failed'>): string | null {
  const all = done + failed
  return all === 0 ? null : `${((done / all) * 100).toFixed(2)}%`
}

/** Is there something that a person should look at? */
export const isOdd = ({ breaker, unknown, failed, webhooksFaulty }: ProviderHealth): boolean =>
  breaker !== 'CLOSED' || unknown > 0 || failed > 0 || webhooksFaulty > 0
