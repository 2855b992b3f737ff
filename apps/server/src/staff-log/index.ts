import { hash } from 'node:crypto'
import { join } from 'node:path'
import { consoleAuditEndpoints, type StaffAct } from '@maru/contract'
import { actsNamed } from '@maru/contract/act-words'
import { type StaffActRow, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { actColumns, deskList } from '../desk-lists/index.ts'
import { partPattern } from '../http/filters.ts'
import { route } from '../http/index.ts'
import { readerOf } from '../journal/index.ts'
import { lastCheck } from './check.ts'
import { staffNamed, staffNames } from './names.ts'
import { receiverOf } from './receiver.ts'
import { createSealer } from './sealer.ts'
import { createShipper } from './shipper.ts'
import { lastSeal } from './store.ts'
import { StaffLogFile } from './stream.ts'
import { subjectNames } from './subjects.ts'

export { type ChainOutcome, verifyStaffLog } from './chain.ts'
export { checkStaffLog, noteCheck } from './check.ts'
export { namesOfSite, staffNames } from './names.ts'
export { type ApiAct, addStaffAct } from './store.ts'

/** The log of what staff did: who may reads it here, and one process seals it. */
export function registerStaffLog(app: FastifyInstance, deps: Deps): void {
  const { db, clocks, config, log } = deps

  deskList(app, deps, consoleAuditEndpoints.auditList, actColumns, async ({ query, site }) => {
    const { actor, action, kind, subject, from, to } = query
    const period = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER]
    return {
      siteId: site.id,
      source,
      where: `site_id = $1 and ($2::bigint[] is null or staff_id = any ($2))
        and ($3::text is null or action ilike $3 or regexp_replace(action, '\\.csv$', '') = any ($8))
        and ($4::bigint is null or subject_id = $4) and at >= $5 and at < $6
        and ($7::text is null or (action like 'GET %') = ($7 = 'READS'))`,
      order: 'at desc, id desc',
      values: [
        site.id,
        actor ? await staffNamed(db, actor) : null,
        action ? partPattern(action) : null,
        subject ?? null,
        ...period,
        kind ?? null,
        action ? actsNamed(action) : [],
      ],
      async shown(rows: Parameters<typeof actOf>[0][]) {
        const acts = rows.map(actOf)
        const names = await staffNames(
          db,
          acts.flatMap(({ staffId, approvedBy }) => [staffId, approvedBy]),
        )
        const subjects = await subjectNames(
          db,
          site.id,
          acts.map(({ subjectId }) => subjectId),
        )
        return acts.map((act) => ({
          ...act,
          subjectName: act.subjectId === null ? null : (subjects.get(act.subjectId) ?? null),
          staffName: names.get(act.staffId) ?? '',
          approvedByName: act.approvedBy === null ? null : (names.get(act.approvedBy) ?? ''),
        }))
      },
    }
  })

  route(app, deps, consoleAuditEndpoints.auditChain, async () => {
    const [check, last] = await db.system(async (tx) => [await lastCheck(tx), await lastSeal(tx)] as const)
    return { check, sealed: last?.seq ?? 0 }
  })

  if (!config.roles.has('jobs')) return
  const file = new StaffLogFile(join(config.dataDir, 'staff-log.jsonl'))
  const sealer = createSealer({ db, file, log, now: clocks.wall })
  app.addHook('onReady', async () => sealer.start())
  app.addHook('onClose', () => sealer.stop())
  ship(app, deps)
}

/** Sends the sealed log on where a receiver is configured; that it lags is told in `/readyz`, in `/metrics` and on the overview. */
function ship(app: FastifyInstance, { db, clocks, config, log, details, metrics }: Deps): void {
  if (config.staffLog === null) return
  const receiver = receiverOf(config.staffLog)
  const target = targetOf(config.staffLog)
  const shipper = createShipper({ db, receiver, target, now: clocks.wall, log })
  details.set('staff-log', () => shipper.problem())
  new Gauge({
    name: 'maru_staff_log_unshipped',
    help: 'Sealed acts of staff that the receiver of their log does not have',
    registers: [metrics],
    async collect() {
      // While the database is away the last known value stays.
      const waiting = await shipper.waiting().catch(() => null)
      if (waiting !== null) this.set(waiting)
    },
  })
  app.addHook('onReady', async () => shipper.start())
  app.addHook('onClose', () => shipper.stop())
}

/** Names a receiver in the database without its address, which may hold a secret. */
const targetOf = (to: NonNullable<Config['staffLog']>): string =>
  hash('sha256', to.kind === 'syslog' ? `${to.host}:${to.port}` : to.url, 'hex').slice(0, 16)

const source = `(select a.*, s.seq as seal_seq, s.hash as seal_hash
                   from staff_act a left join staff_act_seal s using (site_id, id)) acts`
const read = readerOf(tables.staffActs)

function actOf(row: {
  readonly seal_seq?: unknown
  readonly seal_hash?: unknown
}): Omit<StaffAct, 'staffName' | 'approvedByName'> {
  const { siteId: _, changes, said, ...act }: StaffActRow = read({ ...row })
  const { seal_seq: seq, seal_hash: hash } = row
  return { ...act, said, changes: [...changes], seq: seq === null ? null : Number(seq), hash: hash as string | null }
}
