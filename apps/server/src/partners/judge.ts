import { kstMonday, type PartnerTerms, percentOf, refuseTerms, termsAt } from '@maru/core'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'
import { candidate, isCodeTaken, isTrader, partnerOfMember } from './store.ts'
import { type PartnerTree, treeOf } from './tree.ts'

/** What is asked for a new partner. */
export interface Proposal {
  readonly username: string
  readonly name: string
  readonly code: string
  readonly parentId: number | null
  readonly feePpm: number
  readonly rollPpm: number
  readonly lossPpm: number
}

type Parts = Pick<Deps, 'clocks' | 'reads'>
const dayMs = 86_400_000
const weekMs = 7 * dayMs

export const nowOf = ({ clocks }: Pick<Deps, 'clocks'>) => ({ at: clocks.domain.now(), wall: clocks.wall() })

/** Refuses terms that the rules of the tree or of the site do not allow. */
async function requireTerms(
  tx: Tx,
  siteId: number,
  tree: PartnerTree,
  node: { readonly id: number; readonly name: string },
  terms: PartnerTerms,
): Promise<void> {
  const numbers = await numbersOf(tx, siteId)
  const refusal = refuseTerms(tree.nodes, node, terms, {
    depth: numbers.partnerDepth,
    feeCapPpm: numbers.partnerFeeCapPpm,
    rollCapPpm: numbers.partnerRollCapPpm,
    lossCapPpm: numbers.isPartnerLossOn ? numbers.partnerLossCapPpm : 0,
  })
  if (refusal !== null) throw new Refused(refusal.code, refusal.params)
}

/**
 * Refuses a proposal that cannot be carried out now, and returns its member and terms. A new partner begins in the running week: nobody signed
 * up with his code before. `applicationId`: his own row, which waits.
 */
export async function judgeProposal(
  deps: Parts,
  tx: Tx,
  siteId: number,
  proposal: Proposal,
  applicationId: number | null,
): Promise<{ readonly memberId: number; readonly terms: PartnerTerms }> {
  const { username, name, code, parentId, feePpm, rollPpm, lossPpm } = proposal
  const tree = await treeOf(tx, siteId, nowOf(deps))
  const member = await candidate(tx, siteId, username)
  if (member === null) throw new Refused('USER_NOT_FOUND')
  const own = await partnerOfMember(tx, siteId, member.id)
  if (own !== null && own.id !== applicationId) throw new Refused('PARTNER_EXISTS')
  if (await isTrader(tx, siteId, member.id)) throw new Refused('PARTNER_TRADER')
  if (applicationId === null && (await isCodeTaken(tx, siteId, code))) throw new Refused('PARTNER_CODE_DUPLICATE')
  const parent = parentId === null ? null : tree.partners.get(parentId)
  if (parent === undefined || parent?.status === 'PENDING' || parent?.status === 'REJECTED')
    throw new Refused('PARTNER_NOT_FOUND')
  if (parent?.status === 'SUSPENDED') throw new Refused('PARTNER_SUSPENDED')
  if (parent !== null) await requireUnlinked(deps, siteId, member.id, parent.memberId)
  const terms = { fromDay: tree.week, parentId, feePpm, rollPpm, lossPpm }
  await requireTerms(tx, siteId, tree, { id: applicationId ?? 0, name }, terms)
  return { memberId: member.id, terms }
}

/** Refuses two members of one risk group. */
export async function requireUnlinked({ reads }: Parts, siteId: number, one: number, other: number): Promise<void> {
  const { value } = await reads.ask('riskGroups.group', { siteId, memberId: one })
  if (one === other || value?.memberIds.includes(other)) throw new Refused('PARTNER_LINKED')
}

/** Refuses terms of a standing partner that begin too soon or that the tree does not allow. */
export async function judgeChange(
  deps: Parts,
  tx: Tx,
  siteId: number,
  id: number,
  terms: PartnerTerms,
): Promise<{ readonly tree: PartnerTree; readonly before: PartnerTerms; readonly isCut: boolean }> {
  const now = nowOf(deps)
  const tree = await treeOf(tx, siteId, now)
  const partner = tree.partners.get(id)
  if (partner === undefined || partner.status === 'PENDING' || partner.status === 'REJECTED')
    throw new Refused('PARTNER_NOT_FOUND')
  if (kstMonday(terms.fromDay) !== terms.fromDay || terms.fromDay <= tree.week) throw new Refused('PARTNER_WEEK')
  const before = termsAt(partner, terms.fromDay - weekMs)
  if (before === null) throw new Refused('PARTNER_WEEK')
  const isCut = terms.feePpm < before.feePpm || terms.rollPpm < before.rollPpm || terms.lossPpm < before.lossPpm
  const { partnerCutDays } = await numbersOf(tx, siteId)
  if (isCut && terms.fromDay - now.at < partnerCutDays * dayMs)
    throw new Refused('PARTNER_CUT_NOTICE', { days: partnerCutDays })
  await requireTerms(tx, siteId, tree, partner, terms)
  return { tree, before, isCut }
}

/** Rates in words. */
export const rateText = (ppm: number): string => `${percentOf(ppm)}%`
