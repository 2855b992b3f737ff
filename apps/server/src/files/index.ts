import { randomUUID } from 'node:crypto'
import { fileEndpoints, mostFileBytes } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { isBoundedForm } from './form-bounds.ts'
import { isNamedSo, type PictureType, pictureOf } from './picture.ts'
import { redraw } from './redraw.ts'
import { type Clamd, requireClean } from './virus-scan.ts'

export { drawLogo } from './redraw.ts'
export { forgetUnusedFiles, unusedKeptMs, useFiles } from './unused.ts'
export { type Clamd, requireClean } from './virus-scan.ts'

/** A picture is not larger when it is unpacked; its header tells before anything is. */
const mostPixels = 40_000_000
/** What a member may leave here in a day. */
const mostPerDay = 50
const dayMs = 86_400_000

/**
 * Pictures that members send along, drawn anew and under a name that nobody chose. Only their sender gets them back, and never as an answer
 * that a browser would open by itself.
 */
export function registerFiles(app: FastifyInstance, deps: Deps): void {
  const { db, clocks, config } = deps
  app.register((scope, _options, done) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )

    route(scope, deps, fileEndpoints.fileUpload, async ({ site, member, request }) => {
      const file = await fileOf(request.body, request.headers['content-type'])
      if (file === null) throw new Refused('FILE_REJECTED')
      const now = clocks.wall()
      const requireRoom = async (tx: Tx) => {
        if ((await countSince(tx, site.id, member.memberId, now - dayMs)) >= mostPerDay)
          throw new Refused('RATE_LIMITED')
      }
      // Asked for before the drawing, which costs, and again where it counts.
      await db.tenant(site.id, requireRoom)
      const { type, bytes } = await drawPicture(config.clamd, file.bytes, file.name)
      const id = deps.ids.next()
      const name = `${randomUUID()}.${type.slice('image/'.length)}`
      await db.tenant(site.id, async (tx) => {
        await requireRoom(tx)
        await tx.query(
          `insert into member_file (site_id, id, member_id, type, name, bytes, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
          [site.id, id, member.memberId, type, name, bytes, now],
        )
      })
      return { fileId: id }
    })
    done()
  })

  route(app, deps, fileEndpoints.fileOne, async ({ params, site, member }) => {
    const [row] = await db.tenant(site.id, (tx) =>
      tx.query<{ type: PictureType; name: string; bytes: Buffer }>(
        'select type, name, bytes from member_file where site_id = $1 and id = $2 and member_id = $3',
        [site.id, params.id, member.memberId],
      ),
    )
    if (row === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return { type: row.type, name: row.name, data: row.bytes.toString('base64') }
  })
}

/** A picture that somebody sends, drawn anew. Refuses what is none, is of another type than its name says, has too many pixels, or carries malware. */
export async function drawPicture(clamd: Clamd | null, bytes: Buffer, name: string) {
  const picture = pictureOf(bytes)
  if (picture === null || !isNamedSo(name, picture.type)) throw new Refused('IMAGE_TYPE')
  const pixels = picture.width * picture.height
  if (pixels > mostPixels) throw new Refused('IMAGE_PIXELS', { most: mostPixels / 10_000 })
  await requireClean(clamd, bytes)
  const drawn = pixels === 0 ? null : await redraw(bytes, picture.type, { pixels: mostPixels, bytes: mostFileBytes })
  const kept = drawn && pictureOf(drawn)
  if (drawn === null || kept === null) throw new Refused('FILE_REJECTED')
  return { ...kept, bytes: drawn }
}

interface Sent {
  readonly name: string
  readonly bytes: Buffer
}

/** The file of a form, or null where it has none or another one too. */
async function fileOf(body: unknown, type: string | undefined): Promise<Sent | null> {
  if (!Buffer.isBuffer(body) || type === undefined || !isBoundedForm(body, type)) return null
  let form: FormData
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    return null
  }
  const files = [...form.values()].filter((value): value is File => typeof value !== 'string')
  const [file] = files
  if (file === undefined || files.length > 1 || file.size === 0) return null
  if (file.size > mostFileBytes) throw new Refused('PAYLOAD_TOO_LARGE')
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
}

async function countSince(tx: Tx, siteId: number, memberId: number, from: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    'select count(*) from member_file where site_id = $1 and member_id = $2 and created_at > $3',
    [siteId, memberId, from],
  )
  return Number(row?.count)
}
