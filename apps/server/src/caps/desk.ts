import { type CapAct, consoleCapEndpoints, type StaffCap, StaffRole } from '@maru/contract'
import { capActWords } from '@maru/contract/desk-words'
import type { BothLanguages } from '@maru/contract/language'
import type { FastifyInstance } from 'fastify'
import {
  type About,
  field,
  lives,
  moneyText,
  none,
  type Payload,
  type SecondPerson,
  type StoredKind,
  setLife,
} from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { capColumns, tableFile } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import { staffRows } from '../members/staff-store.ts'
import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'
import { type CapRow, capOf, capRows, capsOf, setCap } from './store.ts'

const minuteMs = 60_000

const labelOf = (act: CapAct): BothLanguages => ({
  ko: `${capActWords[act].ko} 1회 한도`,
  en: `${capActWords[act].en}: limit for one act`,
})

/** Caps of staff and lives of approvals, changed by two SUPERs. */
export function registerCaps(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db } = deps
  second.register({
    STAFF_CAP: {
      permission: 'caps',
      bars: ({ payload }, { memberId }) => (payload['staffId'] === memberId ? 'APPROVAL_SELF' : null),
      fields: async ({ siteId, payload }, tx) => [
        field({ ko: '대상', en: 'Who' }, null, await nameOf(tx, siteId, holderOf(payload))),
        field(labelOf(holderOf(payload).act), ...(await change(tx, { siteId, payload }))),
      ],
      async change(tx, { siteId, payload }) {
        const of = holderOf(payload)
        const [before, after] = [await capOf(tx, siteId, of), wonOf(payload)]
        if (of.scope === 'STAFF') await nameOf(tx, siteId, of)
        await setCap(tx, siteId, of, after)
        const shown = (won: bigint | null) => ({ act: of.act, won: won === null ? null : String(won) })
        return [{ table: 'staff_cap', row: `${siteId}:${of.holder}`, before: shown(before), after: shown(after) }]
      },
    },
    APPROVAL_LIFE: {
      permission: 'caps',
      fields: async ({ siteId, payload }, tx) => [
        field(
          { ko: `${payload['kind']} 유효 시간`, en: `${payload['kind']}: lifetime` },
          minutesText((await lives(tx, siteId)).get(payload['kind'] as StoredKind) ?? null),
          minutesText(payload['minutes'] === undefined ? null : Number(payload['minutes']) * minuteMs),
        ),
      ],
      async change(tx, { siteId, payload }) {
        const kind = payload['kind'] as StoredKind
        const before = (await lives(tx, siteId)).get(kind) ?? null
        const after = payload['minutes'] === undefined ? null : Number(payload['minutes']) * minuteMs
        await setLife(tx, siteId, kind, after)
        return [
          { table: 'approval_life', row: `${siteId}:${kind}`, before: { lifeMs: before }, after: { lifeMs: after } },
        ]
      },
    },
  })

  const capsIn = async (tx: Tx, siteId: number): Promise<StaffCap[]> => {
    const [rows, staff] = [await capRows(tx, siteId), await staffRows(tx, siteId)]
    const names = new Map(staff.map(({ id, name }) => [String(id), name]))
    return rows.map(({ scope, holder, act, won }) => ({
      role: scope === 'ROLE' ? StaffRole.parse(holder) : null,
      staffId: scope === 'STAFF' ? Number(holder) : null,
      name: scope === 'ROLE' ? holder : (names.get(holder) ?? holder),
      act,
      won: String(won),
    }))
  }
  tableFile(app, deps, 'capTable', capColumns, (siteId) => db.tenant(siteId, (tx) => capsIn(tx, siteId)))
  route(app, deps, consoleCapEndpoints.capList, ({ site }) =>
    db.tenant(site.id, async (tx) => {
      const own = await lives(tx, site.id)
      return {
        caps: await capsIn(tx, site.id),
        lives: [...own].map(([kind, lifeMs]) => ({ kind, minutes: Math.round(lifeMs / minuteMs) })),
        usualMinutes: Math.round((await numbersOf(tx, site.id)).deskApprovalMs / minuteMs),
      }
    }),
  )

  route(app, deps, consoleCapEndpoints.capOwn, async ({ site, member }) => {
    const caps = await db.tenant(site.id, (tx) => capsOf(tx, site.id, member))
    const text = (act: CapAct) => caps.get(act)?.toString() ?? null
    const [WITHDRAW, GRANT, DEDUCT] = [text('WITHDRAW'), text('GRANT'), text('DEDUCT')]
    return { WITHDRAW, GRANT, DEDUCT, PAYOUT: text('PAYOUT'), HOUSE: text('HOUSE') }
  })

  route(app, deps, consoleCapEndpoints.capChange, async ({ body, site, member, idempotency: { key } }) => {
    const { role, staffId, act, won, reason } = body
    if ((role === undefined) === (staffId === undefined)) throw new Refused('INVALID_REQUEST', { key: 'role' })
    const payload = {
      act,
      ...(role === undefined ? {} : { role }),
      ...(staffId === undefined ? {} : { staffId }),
      ...(won === undefined ? {} : { won }),
    }
    await db.tenant(site.id, async (tx) => {
      await nameOf(tx, site.id, holderOf(payload))
      if ((await capOf(tx, site.id, holderOf(payload))) === wonOf(payload)) throw new Refused('SETTING_INVALID')
    })
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: staffId ?? member.memberId }
    return second.ask({ ...of, kind: 'STAFF_CAP', payload })
  })

  route(app, deps, consoleCapEndpoints.approvalLifeChange, async ({ body, site, member, idempotency: { key } }) => {
    const { kind, minutes, reason } = body
    const before = (await db.tenant(site.id, (tx) => lives(tx, site.id))).get(kind) ?? null
    if (before === (minutes === undefined ? null : minutes * minuteMs)) throw new Refused('SETTING_INVALID')
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: member.memberId }
    return second.ask({
      ...of,
      kind: 'APPROVAL_LIFE',
      payload: { kind, ...(minutes === undefined ? {} : { minutes }) },
    })
  })
}

const holderOf = (payload: Payload): Omit<CapRow, 'won'> => {
  const { role, staffId } = payload
  const act = payload['act'] as CapAct
  return role === undefined
    ? { scope: 'STAFF', holder: String(staffId), act }
    : { scope: 'ROLE', holder: String(role), act }
}
const wonOf = ({ won }: Payload): bigint | null => (won === undefined ? null : BigInt(won))
const wonText = (won: bigint | null): BothLanguages => (won === null ? none : moneyText(won, 'KRW'))
const minutesText = (ms: number | null): BothLanguages =>
  ms === null
    ? { ko: '모든 종류와 같음', en: 'Same as all kinds' }
    : { ko: `${Math.round(ms / minuteMs)}분`, en: `${Math.round(ms / minuteMs)} min` }

const change = async (
  tx: Tx,
  { siteId, payload }: Pick<About, 'siteId' | 'payload'>,
): Promise<[BothLanguages, BothLanguages]> => [
  wonText(await capOf(tx, siteId, holderOf(payload))),
  wonText(wonOf(payload)),
]

/** Whose cap it is; refuses who does not work here. */
async function nameOf(tx: Tx, siteId: number, { scope, holder }: Omit<CapRow, 'won'>): Promise<string> {
  if (scope === 'ROLE') return holder
  const [row] = await staffRows(tx, siteId, Number(holder))
  if (row === undefined || row.disabledAt !== null) throw new Refused('USER_NOT_FOUND')
  return `${row.name} (${row.username})`
}
