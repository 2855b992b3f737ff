import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type ErrorBody, type ErrorCode, isErrorCode, type MessageParams, messageOf } from '@maru/contract'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from './refused.ts'

/** The body of a failure. The message is Korean whatever the site: English sites translate by code. */
export function failureBody(code: ErrorCode, params: MessageParams, traceId: string): ErrorBody {
  return { code, message: messageOf(code, params, 'ko'), params: { ...params }, traceId }
}

/** The failure body of a refusal that the core decided: `{code, params}` becomes what a caller is promised. */
export function refusalBody(body: unknown, traceId: string): ErrorBody {
  const { code, params } = body as { code?: unknown; params?: MessageParams }
  if (typeof code !== 'string' || !isErrorCode(code))
    throw new Error('the core refused without a code of the catalogue')
  return failureBody(code, params ?? {}, traceId)
}

/** What comes while the server ends is for the one that starts next. */
const closingSeconds = 5

/** Turns every error of a request into a failure body. What nobody foresaw is a 500 that tells its traceId and nothing else. */
export function answerErrors(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? new Refused('TRY_AGAIN_LATER', {}, closingSeconds) : undefined)
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refused = asRefused(error)
    if (refused === null) {
      request.log.error({ requestId: request.id, err: error }, 'request failed')
      return send(reply, request, new Refused('INTERNAL_ERROR'))
    }
    if (refused.code === 'TRY_AGAIN_LATER')
      request.log.warn({ requestId: request.id, why: error.message }, 'turned away')
    return send(reply, request, refused)
  })
}

function send(reply: FastifyReply, request: FastifyRequest, refused: Refused): FastifyReply {
  if (refused.retryAfter !== null) reply.header('retry-after', String(Math.max(1, Math.ceil(refused.retryAfter))))
  return reply
    .code(refused.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failureBody(refused.code, refused.params, String(request.id)))
}

/** The refusal that an error stands for, or null for one that is our fault. */
function asRefused(error: FastifyError): Refused | null {
  if (error instanceof Refused) return error
  if (error.name === 'Unavailable' || error.name === 'DatabaseUnavailable') return new Refused('TRY_AGAIN_LATER', {}, 1)
  if (error.validation !== undefined) return new Refused('INVALID_REQUEST', fieldOf(error))
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused('PAYLOAD_TOO_LARGE')
  // Fastify's own refusals: a folder or spelling that is no file; media type, length, URL encoding.
  if (error.statusCode === 403 || error.statusCode === 404) return new Refused('ROUTE_NOT_FOUND')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refused('INVALID_REQUEST')
  }
  return null
}

/** Where the first mistake is, e.g. `body/point`; never what was sent. */
function fieldOf(error: FastifyError): MessageParams {
  const first = error.validation?.[0]
  return { field: `${error.validationContext ?? 'request'}${first?.instancePath ?? ''}` }
}

/** Answers what is not even HTTP (broken request line, too many headers, a sender too slow) and ends the connection. */
export function answerBrokenRequests(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_REQUEST'
  const traceId = randomUUID()
  this.log.debug({ err: error, requestId: traceId }, 'broken request')
  const body = JSON.stringify(failureBody(code, {}, traceId))
  if (!socket.writable) return void socket.destroy()
  socket.end(
    [
      code === 'PAYLOAD_TOO_LARGE' ? 'HTTP/1.1 413 Payload Too Large' : 'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      'x-content-type-options: nosniff',
      '',
      body,
    ].join('\r\n'),
  )
  // Whoever goes on sending has had his answer.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

const lingerMs = 1_000
