import type { EpochMs } from '../base.ts'
import type { SystemEnvelope } from '../envelope.ts'

/** The times of all near releases of importance 3 of a site, in place of those known before. */
export type ReleaseCommand = SystemEnvelope & { readonly kind: 'setReleases'; readonly times: readonly EpochMs[] }
