import { consoleMaintenanceEndpoints, mostMaintenanceMs } from '@maru/contract'
import { type BothLanguages, inEach, wordingIn } from '@maru/contract/language'
import type { FastifyInstance } from 'fastify'
import { type ApprovalWork, field, none, type Payload, type SecondPerson, timeText } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route, type StaffMember } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { type Maintenance, maintenanceOf, type Site } from './directory.ts'
import { shownMaintenance } from './info.ts'

/** How often it is looked whether a maintenance began or ended. */
const lookMs = 500

/**
 * Closes sites to their members, and opens them again: by two SUPERs, or at the announced end. The core knows nothing of it: what members
 * have goes on, and staff work on.
 */
export function registerMaintenance(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  changed: (siteId: number) => Promise<void>,
): void {
  const { clocks, log } = deps

  const work: ApprovalWork = {
    permission: 'maintenance',
    bars: ({ payload }, { staff }) => (isTheirs(staff, sitesIn(payload)) ? null : 'PERMISSION_DENIED'),
    fields: async ({ payload }, tx) => {
      const after = wantedIn(payload)
      const rows = await storedOf(tx, sitesIn(payload))
      return rows.map(({ name, maintenance }) =>
        field({ ko: `${name} 점검`, en: `${name}: maintenance` }, textOf(standing(maintenance)), textOf(after)),
      )
    },
    async change(tx, { payload }) {
      const wanted = wantedIn(payload)
      const now = clocks.wall()
      // Its end went by while it waited for the second person.
      if (wanted !== null && wanted.until <= now) throw new Refused('SETTING_INVALID', { key: 'until' })
      const after = wanted === null ? null : { ...wanted, from: wanted.from ?? now }
      const rows = await storedOf(tx, sitesIn(payload), 'for update')
      await tx.query(
        'update site set maintenance_from = $2, maintenance_until = $3, maintenance_note = $4 where id = any($1::bigint[])',
        [rows.map(({ id }) => id), after?.from ?? null, after?.until ?? null, after?.note ?? null],
      )
      return rows.map(({ id, maintenance }) => ({
        table: 'site',
        row: String(id),
        before: { maintenance },
        after: { maintenance: after },
      }))
    },
    async done({ payload }) {
      for (const siteId of sitesIn(payload)) await tell(siteId)
    },
  }
  second.register({ MAINTENANCE: work })

  /** One that is over stands no more. */
  const standing = (maintenance: Maintenance | null) => shownMaintenance({ maintenance }, clocks.wall())

  const sitesOf = (site: Site, { staff }: StaffMember, isEverySite: boolean): readonly Site[] =>
    isEverySite ? app.sites.all().filter(({ id }) => staff.siteIds.includes(id)) : [site]

  route(app, deps, consoleMaintenanceEndpoints.maintenanceList, ({ site, member }) =>
    sitesOf(site, member, true).map(({ id, code, name, maintenance }) => ({
      id,
      code,
      name,
      maintenance: standing(maintenance),
    })),
  )

  route(app, deps, consoleMaintenanceEndpoints.maintenanceSet, (call) => {
    const { body, site, member, idempotency } = call
    const { isEverySite, from, until, note, reason } = body
    const now = clocks.wall()
    const begins = Math.max(from ?? now, now)
    if (until <= begins || until - begins > mostMaintenanceMs) throw new Refused('SETTING_INVALID', { key: 'until' })
    const sites = sitesOf(site, member, isEverySite).map(({ id }) => id)
    const payload = { sites: sites.join(','), until, note, ...(from === undefined ? {} : { from }) }
    const of = { siteId: site.id, staffId: member.memberId, key: idempotency.key, reason, subjectId: site.id }
    return second.ask({ ...of, kind: 'MAINTENANCE', payload })
  })

  route(app, deps, consoleMaintenanceEndpoints.maintenanceLift, ({ body, site, member, idempotency }) => {
    const { isEverySite, reason } = body
    const closed = sitesOf(site, member, isEverySite).filter(({ maintenance }) => standing(maintenance) !== null)
    if (closed.length === 0) throw new Refused('SETTING_INVALID', { key: 'maintenance' })
    const payload = { sites: closed.map(({ id }) => id).join(',') }
    const of = { siteId: site.id, staffId: member.memberId, key: idempotency.key, reason, subjectId: site.id }
    return second.ask({ ...of, kind: 'MAINTENANCE', payload })
  })

  /** Open pages hear of its begin and its end when they come. */
  const told = new Map<number, boolean>()
  const isOnAt = (id: number) => standing(app.sites.byId(id)?.maintenance ?? null)?.isOn ?? false
  async function tell(id: number) {
    await app.sites.load()
    told.set(id, isOnAt(id))
    await changed(id)
  }
  async function look() {
    for (const { id } of app.sites.all()) {
      const isOn = isOnAt(id)
      if ((told.get(id) ?? isOn) !== isOn) await tell(id)
      else told.set(id, isOn)
    }
  }
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      looking ??= look()
        .catch((error: unknown) => log.error({ err: error }, 'begin or end of a maintenance was not told'))
        .finally(() => {
          looking = null
        })
    }, lookMs)
  })
  app.addHook('onClose', async () => {
    if (timer !== null) clearInterval(timer)
    await looking
  })
}

/** `from` null: when the second person agrees. */
type Wanted = Omit<Maintenance, 'from'> & { readonly from: number | null }

const isTheirs = ({ siteIds }: StaffMember['staff'], sites: readonly number[]) =>
  sites.every((id) => siteIds.includes(id))
const sitesIn = (payload: Payload): number[] => String(payload['sites']).split(',').map(Number)

/** What an approval asks for; null: to lift it. */
function wantedIn({ from, until, note }: Payload): Wanted | null {
  if (until === undefined) return null
  return { from: from === undefined ? null : Number(from), until: Number(until), note: String(note) }
}

const approval: BothLanguages = { ko: '승인 시점', en: 'When approved' }
function textOf(maintenance: Wanted | null): BothLanguages {
  if (maintenance === null) return none
  const { from, until, note } = maintenance
  const start = from === null ? approval : timeText(from)
  return inEach((language) => `${wordingIn(start, language)} ~ ${timeText(until)} · ${note}`)
}

async function storedOf(tx: Tx, ids: readonly number[], lock: 'for update' | '' = '') {
  const rows = await tx.query<{ id: string; name: string } & Parameters<typeof maintenanceOf>[0]>(
    `select id, name, maintenance_from, maintenance_until, maintenance_note from site
      where id = any($1::bigint[]) order by id ${lock}`,
    [ids],
  )
  return rows.map((row) => ({ id: Number(row.id), name: row.name, maintenance: maintenanceOf(row) }))
}
