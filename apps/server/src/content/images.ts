import { randomUUID } from 'node:crypto'
import { consoleArticleEndpoints, mostFileBytes } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { drawPicture } from '../files/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { imageAddress, imageName } from './safe-html.ts'
import { requestOf } from './writing.ts'

const dayMs = 86_400_000
/** What the staff of a site may add in a day. */
const mostPerDay = 200

interface StoredImage {
  readonly name: string
  readonly width: number
  readonly height: number
}
const shown = (siteId: number, { name, width, height }: StoredImage) => ({
  url: imageAddress(siteId, name),
  width,
  height,
})

/** Pictures in the texts of the house: drawn anew when staff send them, and served from a path of their own. */
export function registerImages(app: FastifyInstance, deps: Deps): void {
  const { db, ids, clocks, config } = deps

  route(app, deps, consoleArticleEndpoints.contentImage, async ({ site, member, idempotency, body }) => {
    const request = requestOf({ member, idempotency })
    const known = await db.tenant(site.id, (tx) => imageOfRequest(tx, site.id, request))
    if (known !== null) return shown(site.id, known)
    const bytes = Buffer.from(body.data, 'base64')
    if (bytes.length > mostFileBytes) throw new Refused('PAYLOAD_TOO_LARGE')
    const now = clocks.wall()
    const requireRoom = async (tx: Tx) => {
      if ((await countSince(tx, site.id, now - dayMs)) >= mostPerDay) throw new Refused('RATE_LIMITED')
    }
    // Asked for before the drawing, which costs, and again where it counts.
    await db.tenant(site.id, requireRoom)
    const { type, width, height, bytes: drawn } = await drawPicture(config.clamd, bytes, body.name)
    const name = `${randomUUID()}.${type.slice('image/'.length)}`
    return db.tenant(site.id, async (tx) => {
      await requireRoom(tx)
      const made = await tx.query(
        `insert into content_image (site_id, name, type, bytes, width, height, created_by, created_at, request)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (site_id, request) do nothing returning name`,
        [site.id, name, type, drawn, width, height, member.memberId, now, request],
      )
      const row = await imageOfRequest(tx, site.id, request)
      if (row === null) throw new Error('a picture was not written')
      if (made.length > 0)
        await addStaffAct(tx, {
          siteId: site.id,
          id: ids.next(),
          staffId: member.memberId,
          action: idempotency.route,
          subjectId: site.id,
          reason: body.reason,
          said: { name },
          changes: [
            {
              table: 'content_image',
              row: `${site.id}:${name}`,
              before: null,
              after: { type, width, height, bytes: drawn.length },
            },
          ],
          request,
          at: now,
        })
      return shown(site.id, row)
    })
  })

  // A picture for an <img>: it can be nothing else, and its address never shows another one.
  app.get<{ Params: { site: string; name: string } }>(
    '/api/content/image/:site/:name',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const site = app.sites.byId(Number(params.site))
      // Nothing else is a name of ours, and PostgreSQL takes no NUL.
      if (site === null || !imageName.test(params.name)) throw new Refused('ROUTE_NOT_FOUND')
      const [row] = await db.tenant(site.id, (tx) =>
        tx.query<{ type: string; bytes: Buffer }>(
          'select type, bytes from content_image where site_id = $1 and name = $2',
          [site.id, params.name],
        ),
      )
      if (row === undefined) throw new Refused('ROUTE_NOT_FOUND')
      return reply
        .type(row.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-disposition', 'inline')
        .send(row.bytes)
    },
  )
}

async function imageOfRequest(tx: Tx, siteId: number, request: string): Promise<StoredImage | null> {
  const [row] = await tx.query<StoredImage>(
    'select name, width, height from content_image where site_id = $1 and request = $2',
    [siteId, request],
  )
  return row ?? null
}

async function countSince(tx: Tx, siteId: number, from: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    'select count(*) from content_image where site_id = $1 and created_at > $2',
    [siteId, from],
  )
  return Number(row?.count)
}
