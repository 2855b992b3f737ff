import type { SystemEnvelope } from '../envelope.ts'
import type { TraitKind } from './tables.ts'

/** Something was seen that a member is known by: only its keyed hash comes here. Told again, nothing happens. */
export type RiskGroupCommand = SystemEnvelope & {
  readonly kind: 'noteTrait'
  readonly memberId: number
  readonly trait: TraitKind
  readonly hash: string
}
