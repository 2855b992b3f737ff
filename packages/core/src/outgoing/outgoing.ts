import type { OutgoingRow } from './tables.ts'

/** What one has to say about a call: which, to whom, and with what. */
export type Call = Pick<OutgoingRow, 'siteId' | 'id' | 'kind' | 'provider' | 'payload'>

/** What a member has to hear of, under an id of its own. */
export const noticeCall = (siteId: number, id: string, payload: Call['payload']): Call => ({
  siteId,
  id: `notice-${id}`,
  kind: 'notice',
  provider: 'notice',
  payload,
})

/** The row of a call that may leave from `at` on (wall clock). It is added to the effects of the state that asks for the call. */
export const newCall = (call: Call, at: number): OutgoingRow => ({
  ...call,
  state: 'QUEUED',
  attempts: 0,
  nextAt: at,
  createdAt: at,
  closedAt: null,
  lastError: null,
})
