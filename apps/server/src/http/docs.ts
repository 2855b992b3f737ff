import { createHash } from 'node:crypto'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'

/** `/api/openapi.json` and its rendered form at `/api/docs`, with nothing loaded from elsewhere. */
export function registerDocs(app: FastifyInstance): void {
  let document: string | null = null
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApi())
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document)
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const url = request.routeOptions.url ?? ''
    if (url === '/api/docs/' && typeof payload === 'string') {
      reply.header('content-security-policy', referencePolicy(payload))
    } else if (url.startsWith('/api/docs/js/')) {
      reply.header('cache-control', 'public, max-age=3600')
    }
    done(null, payload)
  })
  app.register(reference, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      pageTitle: 'Maru API',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
}

/** The page's own inline scripts by their hashes, and nothing else inline. */
function referencePolicy(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
