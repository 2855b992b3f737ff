import { consoleRiskGroupEndpoints } from '@maru/contract'
import { traitWords } from '@maru/contract/desk-words'
import type { BothLanguages } from '@maru/contract/language'
import type { Command } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { field, memberField, type SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { maskName, maskUsername } from './masks.ts'

type Link = Extract<Command, { kind: 'linkMembers' }>
type Exempt = Extract<Command, { kind: 'exemptTrait' }>

/** Who belongs together and why, and what two persons of SUPER declare of it. */
export function registerGroupDesk(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, reads } = deps
  second.register({
    GROUP_EXEMPT: {
      permission: 'riskGroups',
      fields: async ({ siteId, subjectId, payload }, tx) => [
        await memberField(tx, siteId, subjectId),
        clueField(payload['kind'] as Exempt['trait']),
        field({ ko: '근거의 해시', en: 'Fingerprint of the clue' }, null, String(payload['hash'])),
      ],
      command: ({ subjectId, payload }, of) => {
        const trait = payload['kind'] as Exempt['trait']
        return { kind: 'exemptTrait', ...of, memberId: subjectId, trait, hash: String(payload['hash']) }
      },
    },
    GROUP_LINK: {
      permission: 'riskGroups',
      fields: async ({ siteId, subjectId, payload }, tx) => [
        await memberField(tx, siteId, subjectId),
        await memberField(tx, siteId, Number(payload['otherId']), { ko: '다른 회원', en: 'Other member' }),
        field({ ko: '두 회원', en: 'Both members' }, null, linkWords[payload['as'] as Link['as']]),
      ],
      command: ({ subjectId, payload }, of) => {
        const as = payload['as'] as Link['as']
        return { kind: 'linkMembers', ...of, memberId: subjectId, otherId: Number(payload['otherId']), as }
      },
    },
    GROUP_UNDO: {
      permission: 'riskGroups',
      fields: async ({ siteId, subjectId }, tx) => {
        const [edit] = await tx.query<StoredEdit>(
          'select kind, trait, hash, one_id, other_id, reason, undone_at from risk_group_edit where site_id = $1 and id = $2',
          [siteId, subjectId],
        )
        const label = { ko: `연결 결정 ${subjectId}`, en: `Link decision ${subjectId}` }
        const isInForce = edit !== undefined && edit.undone_at === null
        return [
          field(label, isInForce ? { ko: '유효', en: 'In force' } : undone, undone),
          ...(edit === undefined ? [] : await editFields(tx, siteId, edit)),
        ]
      },
      command: ({ subjectId }, of) => ({ kind: 'undoGroupEdit', ...of, editId: subjectId }),
    },
  })

  route(app, deps, consoleRiskGroupEndpoints.memberGroup, async ({ params, site }) => {
    const { memberIds, elsewhere, traits, edits } = await groupOf(site.id, params.id)
    const rows = await db.tenant(site.id, (tx) =>
      tx.query<{ id: string; username: string; name: string }>(
        'select id, username, name from member where site_id = $1 and id = any ($2) order by id',
        [site.id, memberIds],
      ),
    )
    return {
      members: rows.map(({ id, username, name }) => ({
        id: Number(id),
        username: maskUsername(username),
        name: maskName(name),
      })),
      elsewhere,
      traits: traits.map((trait) => ({ ...trait, memberIds: [...trait.memberIds] })),
      edits: edits.map(({ siteId: _, undoneAt: _at, undoneBy: _by, ...edit }) => edit),
    }
  })

  route(app, deps, consoleRiskGroupEndpoints.memberGroupExempt, async ({ params, body, ...call }) => {
    const { reason, kind, hash } = body
    if (kind === 'IDENTITY') throw new Refused('SETTING_INVALID')
    const { traits } = await groupOf(call.site.id, params.id)
    const shared = traits.find(
      (one) =>
        one.kind === kind &&
        one.hash === hash &&
        (one.memberIds.includes(params.id) || one.count > one.memberIds.length),
    )
    if (shared === undefined) throw new Refused('HISTORY_NOT_FOUND')
    if (shared.exemptBy !== null) throw new Refused('STALE_VERSION')
    return second.ask({ ...by(call), kind: 'GROUP_EXEMPT', subjectId: params.id, payload: { kind, hash }, reason })
  })

  route(app, deps, consoleRiskGroupEndpoints.memberGroupLink, async ({ params, body, ...call }) => {
    const { reason, otherId, as } = body
    if (otherId === params.id) throw new Refused('INVALID_REQUEST', { key: 'otherId' })
    const { edits } = await groupOf(call.site.id, params.id)
    await groupOf(call.site.id, otherId)
    const isOfBoth = (id: number | null) => id === params.id || id === otherId
    if (edits.some((one) => isOfBoth(one.oneId) && isOfBoth(one.otherId))) throw new Refused('STALE_VERSION')
    return second.ask({ ...by(call), kind: 'GROUP_LINK', subjectId: params.id, payload: { otherId, as }, reason })
  })

  route(app, deps, consoleRiskGroupEndpoints.memberGroupUndo, async ({ params, body, ...call }) => {
    const [edit] = await db.tenant(call.site.id, (tx) =>
      tx.query<{ undone_at: string | null }>('select undone_at from risk_group_edit where site_id = $1 and id = $2', [
        call.site.id,
        params.id,
      ]),
    )
    if (edit === undefined) throw new Refused('HISTORY_NOT_FOUND')
    if (edit.undone_at !== null) throw new Refused('STALE_VERSION')
    return second.ask({ ...by(call), kind: 'GROUP_UNDO', subjectId: params.id, payload: {}, reason: body.reason })
  })

  async function groupOf(siteId: number, memberId: number) {
    const { value } = await reads.ask('riskGroups.group', { siteId, memberId })
    if (value === null) throw new Refused('USER_NOT_FOUND')
    return value
  }
}

const linkWords: Readonly<Record<Link['as'], BothLanguages>> = {
  JOIN: { ko: '연결', en: 'Linked' },
  SPLIT: { ko: '분리', en: 'Separated' },
}
const undone: BothLanguages = { ko: '되돌림', en: 'Undone' }

interface StoredEdit {
  readonly kind: 'EXEMPT' | Link['as']
  readonly trait: Exempt['trait'] | null
  readonly hash: string | null
  readonly one_id: string | null
  readonly other_id: string | null
  readonly reason: string
  readonly undone_at: string | null
}

/** What a decision said, whom it is about, and why. */
async function editFields(tx: Tx, siteId: number, { kind, trait, hash, reason, ...ids }: StoredEdit) {
  const what =
    kind === 'EXEMPT' && trait !== null
      ? field({ ko: '결정', en: 'Decision' }, null, {
          ko: `근거에서 제외: ${traitWords[trait].ko} ${hash}`,
          en: `Exempt: ${traitWords[trait].en} ${hash}`,
        })
      : field({ ko: '결정', en: 'Decision' }, null, linkWords[kind as Link['as']])
  const members = [ids.one_id, ids.other_id].filter((id) => id !== null)
  return [
    what,
    ...(await Promise.all(members.map((id) => memberField(tx, siteId, Number(id))))),
    field({ ko: '그때의 사유', en: 'Its reason' }, null, reason),
  ]
}

const clueField = (trait: Exempt['trait']) =>
  field(
    { ko: `근거 ${traitWords[trait].ko}`, en: `Clue: ${traitWords[trait].en}` },
    { ko: '연결함', en: 'Links' },
    { ko: '연결하지 않음', en: 'Does not link' },
  )

interface Call {
  readonly site: { readonly id: number }
  readonly member: { readonly memberId: number }
  readonly idempotency: { readonly key: string }
}

const by = ({ site, member, idempotency }: Call) => ({
  siteId: site.id,
  staffId: member.memberId,
  key: idempotency.key,
})
