import { join } from 'node:path'
import { consoleAuditEndpoints, type StaffAct } from '@maru/contract'
import { type StaffActRow, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { pageAnswer, pageOfQuery } from '../http/filters.ts'
import { route } from '../http/index.ts'
import { readerOf } from '../journal/index.ts'
import { found } from '../trading/index.ts'
import { createSealer } from './sealer.ts'
import { StaffLogFile } from './stream.ts'

export { type ChainOutcome, verifyStaffLog } from './chain.ts'
export { type ApiAct, addStaffAct } from './store.ts'

/** The log of what staff did: who may reads it here, and one process seals it. */
export function registerStaffLog(app: FastifyInstance, deps: Deps): void {
  const { db, clocks, config, log } = deps

  route(app, deps, consoleAuditEndpoints.auditList, async ({ query, site }) => {
    const asked = pageOfQuery({ ...query, resultType: 'Page' })
    if (asked === null) throw new Error('a list of the console is a page')
    const { actor, action, subject, from, to } = query
    const where = `site_id = $1 and ($2::bigint is null or staff_id = $2) and ($3::text is null or action = $3)
      and ($4::bigint is null or subject_id = $4) and at >= $5 and at < $6`
    const period = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER]
    const values = [site.id, actor ?? null, action ?? null, subject ?? null, ...period]
    const { rows, total } = await db.tenant(site.id, (tx) =>
      found(tx, source, where, 'at desc, id desc', values, { ...asked, isCounted: true }, shown),
    )
    return pageAnswer(asked, rows, total ?? 0)
  })

  if (!config.roles.has('jobs')) return
  const file = new StaffLogFile(join(config.dataDir, 'staff-log.jsonl'))
  const sealer = createSealer({ db, file, log, now: clocks.wall })
  app.addHook('onReady', async () => sealer.start())
  app.addHook('onClose', () => sealer.stop())
}

const source = `(select a.*, s.seq as seal_seq, s.hash as seal_hash
                   from staff_act a left join staff_act_seal s using (site_id, id)) acts`
const read = readerOf(tables.staffActs)

function shown(row: { readonly seal_seq?: unknown; readonly seal_hash?: unknown }): StaffAct {
  const { siteId: _, changes, said, ...act }: StaffActRow = read({ ...row })
  const { seal_seq: seq, seal_hash: hash } = row
  return { ...act, said, changes: [...changes], seq: seq === null ? null : Number(seq), hash: hash as string | null }
}
