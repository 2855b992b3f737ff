import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'

/**
 * Parts of the server's work, by the innermost function of a sample's stack that is known: what a library does counts for the part that
 * called it. The first pattern that matches a frame names it.
 */
const known: readonly (readonly [part: string, frame: RegExp])[] = [
  ['collection', /^\(garbage collector\)/],
  ['idle', /^\(idle\)|node:inspector/],
  ['token', /\/http\/(access-token|revocations|blocked-devices)\.ts/],
  ['limits', /\/http\/rates\.ts|rate-limiter-flexible/],
  [
    'validation',
    /^validate\b.*fastify|\/lib\/validation\.js|\/http\/(strict-json|json-bounds|query)\.ts|\/evidence\/src\/jcs/,
  ],
  ['serialising', /^(serialize|preserialize)\w* .*fastify|fastify-type-provider-zod|\/(zod)\//],
  [
    'headers',
    /\/http\/(headers|console-host|address|version)\.ts|^(_storeHeader|writeHead|setHeader|processHeader|storeHeader)\b/,
  ],
  ['core', /packages\/core\/src/],
  ['journal', /server\/src\/journal|\/pg(-protocol|-pool)?\/|server\/src\/database/],
  ['events', /server\/src\/(gateway|bus|outgoing|alerts)|packages\/stomp/],
  ['prices', /packages\/market|server\/src\/market|\/ws\//],
  ['runner', /server\/src\/runner/],
  ['parse', /^(parserOn\w+|onParserExecute\w*|resOnFinish|parserOnIncoming) /],
  ['routing', /find-my-way|\/lib\/(route|handleRequest|handle-request|hooks|reply|request|context)\w*\.js/],
  ['handler', /server\/src\/\w+(-\w+)*\//],
  [
    'sockets',
    /^(writeGeneric|_write\w*|writeBuffer|writev?|onStreamRead|end|doWrite|emit\w*) |node:(net|internal\/stream\w*|_http\w*)/,
  ],
]

/** Share of each part in the processor time of a profile, idle time left out. */
export function partsOf(file: string): Record<string, number> {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map<number, number>()
  for (const { id, children = [] } of profile.nodes) for (const child of children) parents.set(child, id)
  const partOf = (id: number | undefined): string => {
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const frame = nodes.get(at)?.callFrame
      const text = `${frame?.functionName} ${frame?.url}`
      const found = known.find(([, pattern]) => pattern.test(text))
      if (found !== undefined) return found[0]
    }
    return 'other'
  }
  const spent = new Map<string, number>()
  const named = new Map(profile.nodes.map(({ id }) => [id, partOf(id)]))
  for (const [nth, id] of (profile.samples ?? []).entries()) {
    const part = named.get(id) ?? 'other'
    spent.set(part, (spent.get(part) ?? 0) + (profile.timeDeltas?.[nth] ?? 0))
  }
  spent.delete('idle')
  const total = [...spent.values()].reduce((sum, one) => sum + one, 0)
  const shares = [...spent]
    .sort(([, a], [, b]) => b - a)
    .map(([part, time]) => [part, Math.round((time / total) * 1000) / 10])
  return Object.fromEntries(shares)
}
