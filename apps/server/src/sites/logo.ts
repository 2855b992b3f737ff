import { consoleSiteEndpoints, mostLogoBytes } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import { field, none, type SecondPerson, stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { drawLogo, requireClean } from '../files/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { type StoredSite, storedSite } from './edit.ts'

const dayMs = 86_400_000
const label = { ko: '로고', en: 'Logo' }
const staleLogo = ({ version, logo_url }: StoredSite): Refused => stale([[label, logo_url ?? none]], { version })
const addressOf = (siteId: number, id: number) => `/api/site_info/logo/${siteId}/${id}`

/** The logo of a site, by two persons: drawn anew when it is sent, shown once the second one agreed. */
export function registerLogo(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  changed: (siteId: number) => Promise<void>,
): void {
  const { db, clocks, ids, config } = deps
  second.register({
    SITE_LOGO: {
      permission: 'sites',
      internal: ['version'],
      fields: async ({ subjectId, payload }, tx) => {
        const { logo_url: before } = await storedSite(tx, subjectId)
        const after = payload['logo'] === '' ? null : addressOf(subjectId, Number(payload['logo']))
        return [field(label, before ?? none, after ?? none)]
      },
      change: (tx, { subjectId, payload }) =>
        setLogo(tx, subjectId, Number(payload['version']), payload['logo'] === '' ? null : Number(payload['logo'])),
      done: ({ subjectId }) => changed(subjectId),
    },
  })

  route(app, deps, consoleSiteEndpoints.siteLogo, async ({ body, site, member, idempotency: { key } }) => {
    const { version, reason, data = null } = body
    const row = await db.tenant(site.id, (tx) => storedSite(tx, site.id))
    if (row.version !== version) throw staleLogo(row)
    if (data === null && row.logo_url === null) throw new Refused('SETTING_INVALID', { key: 'logo' })
    if (data !== null) await requireClean(config.clamd, Buffer.from(data, 'base64'))
    const drawn = data === null ? null : await drawLogo(Buffer.from(data, 'base64'))
    if (data !== null && (drawn === null || drawn.length > mostLogoBytes)) throw new Refused('FILE_REJECTED')
    const [id, now] = [ids.next(), clocks.wall()]
    if (drawn !== null)
      await db.tenant(site.id, async (tx) => {
        // Those that nobody agreed to, and those of before.
        await tx.query('delete from site_logo where site_id = $1 and created_at < $2 and id <> $3', [
          site.id,
          now - 2 * dayMs,
          logoIdOf(row.logo_url) ?? 0,
        ])
        await tx.query('insert into site_logo (site_id, id, bytes, created_at) values ($1, $2, $3, $4)', [
          site.id,
          id,
          drawn,
          now,
        ])
      })
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: site.id }
    return second.ask({ ...of, kind: 'SITE_LOGO', payload: { version, logo: drawn === null ? '' : id } })
  })

  // Of this site alone: what the second person is to agree to is nowhere else yet.
  route(app, deps, consoleSiteEndpoints.siteLogoShow, async ({ params, site }) => {
    const [row] = await db.tenant(site.id, (tx) =>
      tx.query<{ bytes: Buffer }>('select bytes from site_logo where site_id = $1 and id = $2', [site.id, params.id]),
    )
    if (row === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return { data: row.bytes.toString('base64') }
  })

  // A picture for an <img>: it can be nothing else, and its address never shows another one.
  app.get<{ Params: { site: string; id: string } }>(
    '/api/site_info/logo/:site/:id',
    { schema: { hide: true } },
    async ({ params, url }, reply) => {
      const site = app.sites.byId(Number(params.site))
      if (site === null || site.logoUrl === null || site.logoUrl !== url.split('?')[0])
        throw new Refused('ROUTE_NOT_FOUND')
      const [row] = await db.tenant(site.id, (tx) =>
        tx.query<{ bytes: Buffer }>('select bytes from site_logo where site_id = $1 and id = $2', [
          site.id,
          logoIdOf(site.logoUrl),
        ]),
      )
      if (row === undefined) throw new Refused('ROUTE_NOT_FOUND')
      return reply.type('image/png').header('cache-control', 'public, max-age=31536000, immutable').send(row.bytes)
    },
  )
}

/** The id in the address of a logo of ours; null where there is none. */
const logoIdOf = (url: string | null): number | null => {
  const id = /^\/api\/site_info\/logo\/\d+\/(\d+)$/.exec(url ?? '')?.[1]
  return id === undefined ? null : Number(id)
}

async function setLogo(tx: Tx, siteId: number, version: number, id: number | null) {
  const before = await storedSite(tx, siteId, 'for update')
  if (before.version !== version) throw staleLogo(before)
  if (id !== null) {
    const found = await tx.query('select 1 from site_logo where site_id = $1 and id = $2', [siteId, id])
    if (found.length === 0) throw new Refused('FILE_REJECTED')
  }
  const logoUrl = id === null ? null : addressOf(siteId, id)
  await tx.query('update site set logo_url = $2, version = version + 1 where id = $1', [siteId, logoUrl])
  return [{ table: 'site', row: String(siteId), before: { logo_url: before.logo_url }, after: { logo_url: logoUrl } }]
}
