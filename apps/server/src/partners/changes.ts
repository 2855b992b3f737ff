import type { BothLanguages } from '@maru/contract/language'
import { kstMonday, type PartnerTerms, termsAt } from '@maru/core'
import { type About, type ApprovalRow, type ApprovalWork, field, none, type StoredKind } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { kstDay } from '../http/filters.ts'
import { Refused } from '../http/index.ts'
import { writeMessage } from '../messages/index.ts'
import type { Tx } from '../ports.ts'
import type { SiteDirectory } from '../sites/index.ts'
import type { ApiAct } from '../staff-log/index.ts'
import { judgeChange, judgeProposal, nowOf, type Proposal, rateText, requireUnlinked } from './judge.ts'
import {
  addEvent,
  addTerms,
  insertPartner,
  lockTree,
  type Partner,
  type PartnerEvent,
  setStatus,
  takeCode,
} from './store.ts'
import { treeOf } from './tree.ts'

const house: BothLanguages = { ko: '본사 직속', en: 'Right below the house' }
const labels = {
  partner: { ko: '파트너', en: 'Partner' },
  parent: { ko: '상위', en: 'Parent' },
  fee: { ko: '수수료 요율', en: 'Share of fees' },
  roll: { ko: '롤링 요율', en: 'Share of stakes' },
  loss: { ko: '손실 요율', en: 'Share of losses' },
  code: { ko: '추천코드', en: 'Referral code' },
  state: { ko: '상태', en: 'State' },
} as const
const standing: BothLanguages = { ko: '정상', en: 'Active' }
const halted: BothLanguages = { ko: '중지', en: 'Suspended' }

/** Changes of partners, as the second person's yes carries them out. Each is judged again then. */
export function partnerChanges(deps: Pick<Deps, 'clocks' | 'reads' | 'ids'>, sites: Pick<SiteDirectory, 'byId'>) {
  const permission = 'partners' as const
  const treeNow = (tx: Tx, siteId: number) => treeOf(tx, siteId, nowOf(deps))
  const partnerIn = async (tx: Tx, siteId: number, id: number): Promise<Partner> => {
    const partner = (await treeNow(tx, siteId)).partners.get(id)
    if (partner === undefined || partner.status === 'REJECTED') throw new Refused('PARTNER_NOT_FOUND')
    return partner
  }
  const nameOf = async (tx: Tx, siteId: number, id: number | null) =>
    id === null ? house : (await partnerIn(tx, siteId, id)).name
  const note = (tx: Tx, row: ApprovalRow, partnerId: number, kind: PartnerEvent['kind']) => {
    const { siteId, requestedBy: byId, reason } = row
    return addEvent(tx, { siteId, id: deps.ids.next(), partnerId, kind, byId, reason, ...nowOf(deps) })
  }

  async function create(tx: Tx, row: ApprovalRow): Promise<ApiAct['changes']> {
    const { siteId, payload } = row
    const applicationId = payload['applicationId'] === undefined ? null : Number(payload['applicationId'])
    await lockTree(tx, siteId)
    if (applicationId !== null) await requireStatus(tx, siteId, applicationId, 'PENDING')
    const proposal = proposalOf(row)
    const { memberId, terms } = await judgeProposal(deps, tx, siteId, proposal, applicationId)
    const id = applicationId ?? deps.ids.next()
    const { code, name } = proposal
    if (applicationId === null) {
      await insertPartner(tx, { siteId, id, code, name, memberId, status: 'ACTIVE' }, deps.clocks.wall())
      await addTerms(tx, { siteId, id: deps.ids.next(), partnerId: id }, terms, deps.clocks.wall())
    } else await setStatus(tx, siteId, id, 'ACTIVE')
    await tx.query(`update member set kind = 'PARTNER', version = version + 1 where site_id = $1 and id = $2`, [
      siteId,
      memberId,
    ])
    await note(tx, row, id, 'STARTED')
    return [{ table: 'partner', row: `${siteId}:${id}`, before: {}, after: { memberId, ...proposal } }]
  }

  async function setTerms(tx: Tx, row: ApprovalRow): Promise<ApiAct['changes']> {
    const { siteId, subjectId, payload } = row
    await lockTree(tx, siteId)
    const terms = termsOf(payload)
    const { tree, before, isCut } = await judgeChange(deps, tx, siteId, subjectId, terms)
    const now = deps.clocks.wall()
    await addTerms(tx, { siteId, id: deps.ids.next(), partnerId: subjectId }, terms, now)
    await note(tx, row, subjectId, 'TERMS')
    if (isCut) {
      const message = { siteId, id: deps.ids.next(), memberId: tree.partners.get(subjectId)!.memberId, createdBy: null }
      const language = sites.byId(siteId)?.language ?? 'ko'
      await writeMessage(tx, { ...message, kind: 'HOUSE', link: null, ...cutText(before, terms)[language] }, now)
    }
    return [{ table: 'partner_terms', row: `${siteId}:${subjectId}`, before: { ...before }, after: { ...terms } }]
  }

  async function lift(tx: Tx, row: ApprovalRow): Promise<ApiAct['changes']> {
    const { siteId, subjectId } = row
    await lockTree(tx, siteId)
    await requireStatus(tx, siteId, subjectId, 'SUSPENDED')
    await setStatus(tx, siteId, subjectId, 'ACTIVE')
    await note(tx, row, subjectId, 'LIFTED')
    return [statusChange(siteId, subjectId, 'SUSPENDED', 'ACTIVE')]
  }

  async function setCode(tx: Tx, row: ApprovalRow): Promise<ApiAct['changes']> {
    const { siteId, subjectId, payload } = row
    await lockTree(tx, siteId)
    const before = await requireUnused(tx, siteId, subjectId)
    const code = String(payload['code'])
    await takeCode(tx, siteId, subjectId, code, deps.clocks.wall())
    await tx.query('update partner set code = $3 where site_id = $1 and id = $2', [siteId, subjectId, code])
    await note(tx, row, subjectId, 'CODE')
    return [{ table: 'partner', row: `${siteId}:${subjectId}`, before: { code: before.code }, after: { code } }]
  }

  /** A code with which nobody signed up. Who signs up holds the partner's row until he is written. */
  async function requireUnused(tx: Tx, siteId: number, id: number): Promise<Partner> {
    await tx.query('select from partner where site_id = $1 and id = $2 for update', [siteId, id])
    const partner = await partnerIn(tx, siteId, id)
    if (partner.memberCount > 0) throw new Refused('PARTNER_CODE_USED')
    return partner
  }

  /** The member of a correction and the partner whose code he meant. */
  async function correction(tx: Tx, { siteId, subjectId, payload }: About) {
    const [member] = await tx.query<{ created_at: string; partner_id: string | null; code: string | null }>(
      `select m.created_at, m.partner_id, p.code from member m
         left join partner p on p.site_id = m.site_id and p.id = m.partner_id
        where m.site_id = $1 and m.id = $2 and m.kind <> 'STAFF' and m.left_at is null`,
      [siteId, subjectId],
    )
    if (member === undefined) throw new Refused('USER_NOT_FOUND')
    const [partner] = await tx.query<{ id: string; member_id: string }>(
      `select id, member_id from partner where site_id = $1 and lower(code) = lower($2) and status = 'ACTIVE'`,
      [siteId, payload['code']],
    )
    if (partner === undefined) throw new Refused('PARTNER_NOT_FOUND')
    return { member, partner }
  }

  async function correct(tx: Tx, row: ApprovalRow): Promise<ApiAct['changes']> {
    const { siteId, subjectId } = row
    const { member, partner } = await correction(tx, row)
    await requireCorrectable(deps, siteId, subjectId, member, partner)
    await tx.query('update member set partner_id = $3, version = version + 1 where site_id = $1 and id = $2', [
      siteId,
      subjectId,
      partner.id,
    ])
    const [before, after] = [{ partnerId: member.partner_id }, { partnerId: partner.id }]
    return [{ table: 'member', row: `${siteId}:${subjectId}`, before, after }]
  }

  async function requireStatus(tx: Tx, siteId: number, id: number, status: Partner['status']): Promise<void> {
    if ((await partnerIn(tx, siteId, id)).status !== status) throw new Refused('STALE_VERSION')
  }

  const works = {
    PARTNER_CREATE: {
      permission,
      alone: 'partner-new',
      item: ['username'],
      internal: ['applicationId'],
      fields: async (about, tx) => {
        const { username, name, code, parentId, feePpm, rollPpm, lossPpm } = proposalOf(about)
        return [
          field({ ko: '회원', en: 'Member' }, null, username),
          field(labels.partner, null, name),
          field(labels.code, null, code),
          field(labels.parent, null, await nameOf(tx, about.siteId, parentId)),
          field(labels.fee, null, rateText(feePpm)),
          field(labels.roll, null, rateText(rollPpm)),
          field(labels.loss, null, rateText(lossPpm)),
        ]
      },
      change: create,
    },
    PARTNER_TERMS: {
      permission,
      alone: 'partner',
      fields: async ({ siteId, subjectId, payload }, tx) => {
        const partner = await partnerIn(tx, siteId, subjectId)
        const terms = termsOf(payload)
        const before = termsAt(partner, terms.fromDay - 1) ?? terms
        return [
          field(labels.partner, null, partner.name),
          field({ ko: '적용하는 주', en: 'From the week of' }, null, kstDay(terms.fromDay)),
          field(labels.parent, await nameOf(tx, siteId, before.parentId), await nameOf(tx, siteId, terms.parentId)),
          field(labels.fee, rateText(before.feePpm), rateText(terms.feePpm)),
          field(labels.roll, rateText(before.rollPpm), rateText(terms.rollPpm)),
          field(labels.loss, rateText(before.lossPpm), rateText(terms.lossPpm)),
        ]
      },
      change: setTerms,
    },
    PARTNER_LIFT: {
      permission,
      alone: 'partner',
      fields: async ({ siteId, subjectId }, tx) => {
        const { name, status } = await partnerIn(tx, siteId, subjectId)
        return [
          field(labels.partner, null, name),
          field(labels.state, status === 'SUSPENDED' ? halted : standing, standing),
        ]
      },
      change: lift,
    },
    PARTNER_CODE: {
      permission,
      alone: 'partner',
      fields: async ({ siteId, subjectId, payload }, tx) => {
        const { name, code } = await partnerIn(tx, siteId, subjectId)
        return [field(labels.partner, null, name), field(labels.code, code, String(payload['code']))]
      },
      change: setCode,
    },
    MEMBER_PARTNER: {
      permission,
      alone: 'member-partner',
      fields: async (about, tx) => {
        const { member } = await correction(tx, about)
        return [
          field({ ko: '회원', en: 'Member' }, null, String(about.subjectId)),
          field(labels.code, member.code ?? none, String(about.payload['code'])),
        ]
      },
      change: correct,
    },
  } satisfies Partial<Record<StoredKind, ApprovalWork>>

  return { works, correction, requireUnused, partnerIn }
}

/** A code is corrected in the week of the sign-up: no week was closed with it. */
export async function requireCorrectable(
  deps: Pick<Deps, 'clocks' | 'reads'>,
  siteId: number,
  memberId: number,
  member: { readonly created_at: string },
  partner: { readonly member_id: string },
): Promise<void> {
  if (kstMonday(Number(member.created_at)) < kstMonday(deps.clocks.wall())) throw new Refused('PARTNER_WEEK_OVER')
  await requireUnlinked(deps, siteId, memberId, Number(partner.member_id))
}

export const statusChange = (siteId: number, id: number, before: Partner['status'], after: Partner['status']) => ({
  table: 'partner',
  row: `${siteId}:${id}`,
  before: { status: before },
  after: { status: after },
})

const proposalOf = ({ payload }: Pick<About, 'payload'>): Proposal => ({
  username: String(payload['username']),
  name: String(payload['name']),
  code: String(payload['code']),
  parentId: payload['parentId'] === undefined ? null : Number(payload['parentId']),
  feePpm: Number(payload['feePpm']),
  rollPpm: Number(payload['rollPpm']),
  lossPpm: Number(payload['lossPpm'] ?? 0),
})

const termsOf = (payload: About['payload']): PartnerTerms => ({
  fromDay: Number(payload['fromDay']),
  parentId: payload['parentId'] === undefined ? null : Number(payload['parentId']),
  feePpm: Number(payload['feePpm']),
  rollPpm: Number(payload['rollPpm']),
  lossPpm: Number(payload['lossPpm'] ?? 0),
})

/** What a partner reads of a cut, with both figures. */
function cutText(before: PartnerTerms, after: PartnerTerms) {
  const change = (from: number, to: number) => `${rateText(from)} → ${rateText(to)}`
  const day = kstDay(after.fromDay)
  const [fee, roll] = [change(before.feePpm, after.feePpm), change(before.rollPpm, after.rollPpm)]
  const isLoss = before.lossPpm > 0 || after.lossPpm > 0
  const loss = (word: string) => (isLoss ? `\n${word} ${change(before.lossPpm, after.lossPpm)}` : '')
  return {
    ko: {
      title: '파트너 요율이 바뀝니다',
      content: `${day} 월요일부터 적용됩니다.\n수수료 ${fee}\n롤링 ${roll}${loss('손실')}`,
    },
    en: {
      title: 'Your partner rates change',
      content: `From Monday, ${day}.\nFees ${fee}\nStakes ${roll}${loss('Losses')}`,
    },
  }
}
