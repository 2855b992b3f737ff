import type { ConsoleSite, GateCheck } from '@maru/contract'
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
  const checks: readonly [GateCheck, boolean, string][] = [
    [
      'licence',
      isValid,
      licence === null
        ? '라이선스 기록이 없습니다'
        : `${licence.authority} ${licence.number}, ${day(licence.validUntil)}까지${isValid ? '' : ': 끝났습니다'}`,
    ],
    [
      'countries',
      countries.includes('KR'),
      countries.length === 0
        ? '허용 국가가 없습니다'
        : countries.includes('KR')
          ? countries.join(', ')
          : `${countries.join(', ')}: 가입은 국내 휴대전화로만 하므로 KR이 있어야 합니다`,
    ],
    ['domain', domains.length > 0, domains[0] ?? '도메인이 없습니다'],
    ['feed', config.feed === 'live', `FEED=${config.feed}${config.feed === 'live' ? '' : ': live여야 합니다'}`],
    [
      'clock',
      config.clockStart === null && config.clockSpeed === 1,
      config.clockStart === null && config.clockSpeed === 1
        ? '실제 시각입니다'
        : 'CLOCK_START, CLOCK_SPEED가 없어야 합니다',
    ],
    ['demo', !config.demo, config.demo ? 'DEMO=1: DEMO=0으로 시작한 서버여야 합니다' : 'DEMO=0'],
    ['wallets', !members, members ? '회원이나 지갑이 있는 사이트는 바꿀 수 없습니다' : '회원과 지갑이 없습니다'],
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
