import { consoleDnwEndpoints, type DeskNote } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { actOnMember } from '../members/index.ts'
import type { Database, Tx } from '../ports.ts'
import { staffNames } from '../staff-log/index.ts'
import { dnwById } from './store.ts'

const mostNotes = 100

/** What the desk writes down about a request, for whoever works on it next: an act on its member, in the log like any other. */
export function registerDeskNotes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, deps, consoleDnwEndpoints.deskNote, async (call) => {
    const { params, site, member, body } = call
    const request = await dnwById(db.alone(site.id), site.id, params.id)
    if (request === null) throw new Refused('HISTORY_NOT_FOUND')
    const about = { ...call, params: { id: request.memberId }, body: { reason: body.reason } }
    const { actId } = await actOnMember(deps, about, async (tx, { siteId }, act) => {
      await tx.query('insert into dnw_note (site_id, id, dnw_id, staff_id, text, at) values ($1, $2, $3, $4, $5, $6)', [
        siteId,
        act.id,
        request.id,
        member.memberId,
        body.text,
        act.now,
      ])
      return { said: { requestId: request.id, noteId: act.id } }
    })
    const notes = await db.tenant(site.id, (tx) => notesAbout(tx, site.id, request.id))
    const note = (await named(db, notes)).find(({ id }) => id === actId)
    if (note === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return note
  })
}

/** A note without the name of who wrote it. */
export type StoredNote = Omit<DeskNote, 'staffName'>

/** Notes about a request, the newest first. */
export async function notesAbout(tx: Tx, siteId: number, dnwId: number): Promise<StoredNote[]> {
  const rows = await tx.query<Raw>(
    `select id, dnw_id, staff_id, text, at from dnw_note where site_id = $1 and dnw_id = $2 order by id desc limit ${mostNotes}`,
    [siteId, dnwId],
  )
  return rows.map(noteOf)
}

/** The newest note of each of some requests. */
export async function newestNotes(
  db: Database,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DeskNote>> {
  const rows = await db.tenant(siteId, (tx) =>
    tx.query<Raw>(
      `select distinct on (dnw_id) id, dnw_id, staff_id, text, at from dnw_note
        where site_id = $1 and dnw_id = any ($2) order by dnw_id, id desc`,
      [siteId, ids],
    ),
  )
  const notes = await named(db, rows.map(noteOf))
  return new Map(rows.flatMap((row, nth) => (notes[nth] ? [[Number(row.dnw_id), notes[nth]] as const] : [])))
}

/** Notes with the names of who wrote them. */
export async function named(db: Database, notes: readonly StoredNote[]): Promise<DeskNote[]> {
  const names = await staffNames(
    db,
    notes.map(({ staffId }) => staffId),
  )
  return notes.map((note) => ({ ...note, staffName: names.get(note.staffId) ?? String(note.staffId) }))
}

interface Raw {
  readonly id: string
  readonly dnw_id: string
  readonly staff_id: string
  readonly text: string
  readonly at: string
}

const noteOf = ({ id, staff_id, text, at }: Raw): StoredNote => ({
  id: Number(id),
  staffId: Number(staff_id),
  text,
  at: Number(at),
})
