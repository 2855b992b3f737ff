/** What every command carries beside what it is about: its site, who gives it, and the key under which it runs once. */
import type { IdempotencyKey } from './base.ts'

export interface MemberActor {
  readonly kind: 'member'
  readonly id: number // memberId
}
export interface StaffActor {
  readonly kind: 'staff'
  readonly id: number // staffId
}
/** The house itself: what its servers notice and do by themselves. */
export interface SystemActor {
  readonly kind: 'system'
}
/** A provider outside whose events the house takes over. */
export interface ProviderActor {
  readonly kind: 'provider'
  readonly id: string // the provider's name
}

export type Actor = MemberActor | StaffActor | SystemActor | ProviderActor
export type ActorKind = Actor['kind']

/** Names an event of a provider for ever: told once more it is the same event, whatever its body. */
export interface ExternalKey {
  readonly event: string
}

/** A second member of staff who agreed to a command. */
export interface Approval {
  readonly id: number
  readonly staffId: number
}

/** A member gives commands about himself only. */
export interface MemberEnvelope<Key extends IdempotencyKey | null = IdempotencyKey> {
  readonly siteId: number
  readonly actor: MemberActor
  readonly memberId: number
  readonly key: Key
}

export interface StaffEnvelope {
  readonly siteId: number
  readonly actor: StaffActor
  readonly key: IdempotencyKey | null
  readonly reason: string
  readonly approval?: Approval
}

/** `siteId` null: all sites of the core. */
export interface SystemEnvelope<Site extends number | null = number> {
  readonly siteId: Site
  readonly actor: SystemActor
  readonly key: null
}

export interface ProviderEnvelope {
  readonly siteId: number
  readonly actor: ProviderActor
  readonly key: ExternalKey
}

export type Envelope =
  | MemberEnvelope<IdempotencyKey | null>
  | StaffEnvelope
  | SystemEnvelope<number | null>
  | ProviderEnvelope

export const byMember = <Key extends IdempotencyKey | null>(
  { siteId, memberId }: Pick<MemberEnvelope, 'siteId' | 'memberId'>,
  key: Key,
): MemberEnvelope<Key> => ({ siteId, actor: { kind: 'member', id: memberId }, memberId, key })

export const byStaff = (
  siteId: number,
  staffId: number,
  reason: string,
  rest: Partial<Pick<StaffEnvelope, 'key' | 'approval'>> = {},
): StaffEnvelope => ({ siteId, actor: { kind: 'staff', id: staffId }, key: null, reason, ...rest })

export const bySystem = <Site extends number | null>(siteId: Site): SystemEnvelope<Site> => ({
  siteId,
  actor: { kind: 'system' },
  key: null,
})

export const byProvider = (siteId: number, provider: string, event: string): ProviderEnvelope => ({
  siteId,
  actor: { kind: 'provider', id: provider },
  key: { event },
})

/** What is wrong with the form of an envelope, or null. Types say the same: this holds what comes from elsewhere. */
export function envelopeFault(envelope: Envelope): string | null {
  const { siteId, actor } = envelope
  if (!isId(siteId) && !(siteId === null && actor.kind === 'system')) return 'names no site'
  if (actor.kind === 'system') return null
  if (actor.kind === 'provider') return isText(actor.id) ? null : 'names no provider'
  if (!isId(actor.id)) return `names no ${actor.kind}`
  return actor.kind === 'member' ? memberFault(envelope as MemberEnvelope) : staffFault(envelope as StaffEnvelope)
}

const memberFault = ({ actor, memberId }: MemberEnvelope): string | null =>
  actor.id === memberId ? null : `of member ${actor.id} is about another`

function staffFault({ actor, reason, approval }: StaffEnvelope): string | null {
  if (typeof reason !== 'string') return 'of staff has no reason'
  if (approval === undefined) return null
  return isId(approval.id) && isId(approval.staffId) && approval.staffId !== actor.id ? null : 'has no valid approval'
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
