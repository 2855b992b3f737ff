import type { IdempotencyKey } from '../base.ts'
import type { StaffEnvelope, SystemEnvelope } from '../envelope.ts'
import type { TraitKind } from './tables.ts'

interface ByTwo extends StaffEnvelope {
  readonly key: IdempotencyKey
}

export type RiskGroupCommand =
  /** Something was seen that a member is known by: only its keyed hash comes here. Told again, nothing happens. */
  | (SystemEnvelope & {
      readonly kind: 'noteTrait'
      readonly memberId: number
      readonly trait: TraitKind
      readonly hash: string
    })
  /** What a member is known by joins nobody of the site any more. */
  | (ByTwo & {
      readonly kind: 'exemptTrait'
      readonly memberId: number
      readonly trait: TraitKind
      readonly hash: string
    })
  /** JOIN: two members belong together. SPLIT: what the two have in common does not join them; a third one may. */
  | (ByTwo & {
      readonly kind: 'linkMembers'
      readonly memberId: number
      readonly otherId: number
      readonly as: 'JOIN' | 'SPLIT'
    })
  | (ByTwo & { readonly kind: 'undoGroupEdit'; readonly editId: number })
