import { type ErrorCode, type MessageParams, messageOf } from '@maru/contract'
import type { Problem, ProtocolReason } from '@maru/stomp'

/** An ERROR frame with a code of the catalogue: the code in the message header, what HTTP would answer in the body. */
export function problem(code: ErrorCode, params: MessageParams = {}): Problem {
  return {
    message: code,
    body: JSON.stringify({ code, message: messageOf(code, params, 'ko'), params }),
    contentType: 'application/json',
  }
}

const codes: Readonly<Record<ProtocolReason, ErrorCode>> = {
  malformed: 'INVALID_REQUEST',
  tooLarge: 'PAYLOAD_TOO_LARGE',
  protocol: 'INVALID_REQUEST',
  unsupported: 'INVALID_REQUEST',
  version: 'INVALID_REQUEST',
  subscriptions: 'RATE_LIMITED',
  silent: 'CONNECTION_LOST',
}

/** A refusal of the protocol itself, with the detail for developers of clients. */
export const protocolProblem = (reason: ProtocolReason, detail: string): Problem => problem(codes[reason], { detail })
