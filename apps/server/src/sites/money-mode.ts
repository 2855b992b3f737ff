import { type ConsoleSite, consoleSiteEndpoints } from '@maru/contract'
import { inEach, wordingIn } from '@maru/contract/language'
import type { FastifyInstance } from 'fastify'
import { field, type SecondPerson, stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { type StoredSite, storedSite } from './edit.ts'
import { gateOf } from './gate.ts'

type Mode = ConsoleSite['moneyMode']

const label = { ko: '운영 방식', en: 'Money mode' }
const staleMode = ({ version, money_mode }: StoredSite): Refused =>
  stale([[label, money_mode]], { version, moneyMode: money_mode })

/** From virtual points to real money and back: by two persons, while nobody has a wallet, and where the rules' conditions all hold. */
export function registerMoneyMode(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  changed: (siteId: number) => Promise<void>,
): void {
  const { db, config, clocks } = deps

  /** What stands against a mode is said by its checks; back to DEMO nothing matters but who has signed up. */
  async function refuseUnmet(tx: Tx, siteId: number, mode: Mode) {
    const row = await storedSite(tx, siteId, 'for update')
    const gate = await gateOf(tx, siteId, row, { config, now: clocks.wall() })
    const unmet = gate.filter(({ check, isMet }) => !isMet && (mode === 'LICENSED' || check === 'wallets'))
    if (unmet.length > 0)
      throw new Refused('MONEY_MODE_BLOCKED', {
        unmet: inEach((language) => unmet.map(({ why }) => wordingIn(why, language)).join('; ')),
      })
    return row
  }

  second.register({
    SITE_MODE: {
      permission: 'sites',
      internal: ['version'],
      fields: async ({ subjectId, payload }, tx) => [
        field(label, (await storedSite(tx, subjectId)).money_mode, String(payload['moneyMode'])),
      ],
      async change(tx, { subjectId, payload }) {
        const mode = String(payload['moneyMode']) as Mode
        const row = await refuseUnmet(tx, subjectId, mode)
        if (row.version !== payload['version']) throw staleMode(row)
        await tx.query('update site set money_mode = $2, version = version + 1 where id = $1', [subjectId, mode])
        const [before, after] = [{ money_mode: row.money_mode }, { money_mode: mode }]
        return [{ table: 'site', row: String(subjectId), before, after }]
      },
      done: ({ subjectId }) => changed(subjectId),
    },
  })

  route(app, deps, consoleSiteEndpoints.siteMode, async ({ body, site, member, idempotency: { key } }) => {
    const { version, reason, moneyMode } = body
    const row = await db.tenant(site.id, (tx) => refuseUnmet(tx, site.id, moneyMode))
    if (row.version !== version) throw staleMode(row)
    if (row.money_mode === moneyMode) throw new Refused('SETTING_INVALID', { key: 'moneyMode' })
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: site.id }
    return second.ask({ ...of, kind: 'SITE_MODE', payload: { version, moneyMode } })
  })
}
