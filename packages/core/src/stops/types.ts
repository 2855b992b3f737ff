import type { StaffEnvelope } from '../envelope.ts'
import type { Line, StopScope } from './tables.ts'

export type StopCommand =
  /** Nothing opens there any more, from now on; what closes goes on. One that stands is answered again. */
  | (StaffEnvelope & {
      readonly kind: 'stop'
      readonly scope: StopScope
      readonly line: Line | null
      readonly instrument: string | null
    })
  /** A second person agrees to a stop that stands. */
  | (StaffEnvelope & { readonly kind: 'confirmStop'; readonly stopId: number })
  /** Ends a stop; its envelope names the second person. */
  | (StaffEnvelope & { readonly kind: 'openStop'; readonly stopId: number })
