import { type Endpoint, ErrorBody, endpoints, errors, querySchemaOf, responseSchemaOf } from '@maru/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The refusals of every call, whatever it does. */
const everywhere = [
  'INVALID_REQUEST',
  'SITE_NOT_FOUND',
  'SITE_MISMATCH',
  'PAYLOAD_TOO_LARGE',
  'INTERNAL_ERROR',
] as const
const ofMembers = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'SESSION_REVOKED', 'DEVICE_MOBILE_BLOCKED'] as const
const ofKeys = ['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_REUSED', 'TRY_AGAIN_LATER'] as const

/** The OpenAPI 3.1 document of the whole contract. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(operationId, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Maru API',
      version: '1',
      description:
        'Money, prices and quantities are decimal strings; times are epoch milliseconds. A failure is `{code, message, params, traceId}` with the HTTP status of its code.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
    },
  }
}

function operation(operationId: string, endpoint: Endpoint): Json {
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.auth !== 'guest' ? { security: [{ access: [] }] } : {}),
    parameters: parameters(endpoint),
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.body.safeParse({}).success,
            content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: jsonSchema(responseSchemaOf(endpoint), 'output') } },
      },
      ...failures(endpoint),
    },
  }
}

function parameters(endpoint: Endpoint): Json[] {
  const list: Json[] = []
  if (!endpoint.anySite) {
    list.push({
      name: 'siteInfoId',
      in: 'query',
      required: endpoint.auth === 'guest',
      description: 'The site; a member’s must be the one of his token.',
      schema: { type: 'integer', minimum: 1 },
    })
  }
  if (endpoint.idempotent) {
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: endpoint.needsKey === true,
      description:
        'UUID, kept 24 h: the same key and body get the stored reply, another body is refused. Where it may be left out, the call runs once under a key that the answer names in the same header.',
      schema: { type: 'string', format: 'uuid' },
    })
  }
  list.push({
    name: 'X-Maru-At-Least',
    in: 'header',
    required: false,
    description:
      'The `X-Maru-Version` of an earlier answer: this one shows that state at least. TRY_AGAIN_LATER where it is not there within a second.',
    schema: { type: 'string', pattern: '^[0-9]{1,15}\\.[0-9]{1,15}$' },
  })
  for (const [place, schema] of [
    ['path', endpoint.params],
    ['query', querySchemaOf(endpoint)],
  ] as const) {
    if (!schema) continue
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    for (const [name, property] of Object.entries(properties)) {
      list.push({ name, in: place, required: place === 'path' || required.includes(name), schema: property })
    }
  }
  return list
}

/** One response a status, its codes with their English texts in the description. */
function failures(endpoint: Endpoint): Record<string, Json> {
  const codes = new Set([
    ...endpoint.errors,
    ...everywhere,
    ...(endpoint.auth !== 'guest' ? ofMembers : []),
    ...(endpoint.idempotent ? ofKeys : []),
    ...(endpoint.rate ? ([endpoint.rate === 'chat' ? 'CHAT_FLOOD' : 'RATE_LIMITED'] as const) : []),
  ])
  const byStatus = new Map<number, string[]>()
  for (const code of codes) {
    const status = errors[code].http ?? 500
    byStatus.set(status, [...(byStatus.get(status) ?? []), `- \`${code}\` ${errors[code].en}`])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      String(status),
      {
        description: lines.join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as Json
  return rest
}
