import type { Reply } from '../types.ts'

/** The answer to a change whose accounts are judged over several turns. */
export const LATER: Reply = { status: 202, body: { state: 'WAITING' } }
