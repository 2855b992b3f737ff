import type { ConsoleSite, GateCheck } from '@maru/contract'
import type { Wording } from '@maru/contract/language'
import type { Config } from '../config.ts'
import type { Tx } from '../ports.ts'
import type { StoredSite } from './edit.ts'

interface Setup {
  readonly config: Pick<Config, 'feed' | 'demo' | 'clockStart' | 'clockSpeed'>
  readonly now: number
}

/**
 * What has to hold before a site takes real money, each with why it does or does not. Sign-up takes numbers of phones in Korea alone, so
 * Korea has to be among the countries.
 */
export async function gateOf(
  tx: Tx,
  siteId: number,
  { licence, countries, domains }: Pick<StoredSite, 'licence' | 'countries' | 'domains'>,
  { config, now }: Setup,
): Promise<ConsoleSite['gate']> {
  const members = await hasMembers(tx, siteId)
  const day = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)
  const isValid = licence !== null && licence.validUntil > now
  const checks: readonly [GateCheck, boolean, Wording][] = [
    [
      'licence',
      isValid,
      licence === null
        ? { ko: '라이선스 기록이 없습니다', en: 'No licence on record' }
        : {
            ko: `${licence.authority} ${licence.number}, ${day(licence.validUntil)}까지${isValid ? '' : ': 끝났습니다'}`,
            en: `${licence.authority} ${licence.number}, until ${day(licence.validUntil)}${isValid ? '' : ': it has ended'}`,
          },
    ],
    [
      'countries',
      countries.includes('KR'),
      countries.length === 0
        ? { ko: '허용 국가가 없습니다', en: 'No country is allowed' }
        : countries.includes('KR')
          ? countries.join(', ')
          : {
              ko: `${countries.join(', ')}: 가입은 국내 휴대폰로만 하므로 KR이 있어야 합니다`,
              en: `${countries.join(', ')}: sign-up takes Korean mobile numbers alone, so KR is needed`,
            },
    ],
    ['domain', domains.length > 0, domains[0] ?? { ko: '도메인이 없습니다', en: 'No domain' }],
    [
      'feed',
      config.feed === 'live',
      config.feed === 'live'
        ? 'FEED=live'
        : { ko: `FEED=${config.feed}: live여야 합니다`, en: `FEED=${config.feed}: has to be live` },
    ],
    [
      'clock',
      config.clockStart === null && config.clockSpeed === 1,
      config.clockStart === null && config.clockSpeed === 1
        ? { ko: '실제 시각입니다', en: 'The time of day' }
        : { ko: 'CLOCK_START, CLOCK_SPEED가 없어야 합니다', en: 'CLOCK_START and CLOCK_SPEED must not be set' },
    ],
    [
      'demo',
      !config.demo,
      config.demo
        ? { ko: 'DEMO=1: DEMO=0으로 시작한 서버여야 합니다', en: 'DEMO=1: the server has to be started with DEMO=0' }
        : 'DEMO=0',
    ],
    [
      'wallets',
      !members,
      members
        ? {
            ko: '회원이나 지갑이 있는 사이트는 바꿀 수 없습니다',
            en: 'A site that has members or wallets cannot change',
          }
        : { ko: '회원과 지갑이 없습니다', en: 'No members, no wallets' },
    ],
  ]
  return checks.map(([check, isMet, why]) => ({ check, isMet, why }))
}

/** Demo and real balances never mix: who has signed up keeps the mode under which he did. */
async function hasMembers(tx: Tx, siteId: number): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>(
    `select exists (select from member where site_id = $1 and kind <> 'STAFF')
         or exists (select from wallet where site_id = $1) as has`,
    [siteId],
  )
  return row?.has ?? true
}
