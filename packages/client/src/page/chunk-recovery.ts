import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { serverAnswers } from './reload.ts'

const patterns = [
  /failed to fetch dynamically imported module/i, // Chromium
  /error loading dynamically imported module/i, // Firefox
  /importing a module script failed/i, // Safari
  /unable to preload css/i, // Vite
]

/** Did a part of the code fail to load: a new version replaced it, or the network did not answer? */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'ChunkLoadError' || patterns.some((pattern) => pattern.test(error.message)))

/** A part that has not come within this time will not come any more. */
const timeoutMs = 120_000

/** A part of the page that did not come. */
class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Loads a part of the page. Throws ChunkLoadError when it could not be loaded, or has not come after two minutes. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(`nothing came within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw isChunkError(error) && error instanceof Error && error.name !== 'ChunkLoadError'
      ? new ChunkLoadError(error.message, { cause: error })
      : error
  } finally {
    clearTimeout(timer)
  }
}

const key = (path: string) => `maru:reloaded:${path}`
/** A failure within this time of the last one is not a new version any more: the reader is told instead. One of a part that does not come takes a time-out and the wait before it. */
const againMs = timeoutMs + 60_000

/** Should the page be reloaded for this failure? Not again while it goes on failing. */
export function mayReload(lastFailure: number | null, now: number): boolean {
  return lastFailure === null || now - lastFailure > againMs
}

/** Reloads once: after a deployment the old parts are gone and the page itself names the new ones. Not while the server does not answer, which would leave nothing. */
export function reloadOnceFor(path: string) {
  const last = sessionStorage.getItem(key(path))
  const remember = () => sessionStorage.setItem(key(path), String(Date.now()))
  if (!mayReload(last === null ? null : Number(last), Date.now())) return remember()
  void serverAnswers().then((answers) => {
    if (!answers) return
    remember()
    location.reload()
  })
}

/** A part of a page that could not be loaded: one that a new version replaced comes with a reload. */
export function reportMissing(error: unknown) {
  console.error('a part of the page could not be loaded', error)
  if (isChunkError(error)) reloadOnceFor(location.pathname)
}

const askAgainMs = 5_000

/** A component with code of its own, which is loaded when it is first shown, or before by `preload`. */
export type LazyPart<P> = LazyExoticComponent<ComponentType<P>> & {
  /** Resolves once the code has come, or cannot: then it is asked for again, and reported, when it is shown. */
  readonly preload: () => Promise<unknown>
}

/**
 * A component whose code is loaded when it is first shown. Code that has come before is shown at once: what suspends, React shows
 * 300 ms after its fallback at the earliest.
 */
export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>): LazyPart<P> {
  type Code = Awaited<ReturnType<typeof load>>
  let coming: Promise<Code> | null = null
  let code: Code | null = null
  const come = () => {
    coming ??= loadPart(load).then(
      (loaded) => {
        code = loaded
        return loaded
      },
      (error: unknown) => {
        coming = null
        throw error
      },
    )
    return coming
  }
  // biome-ignore lint/suspicious/noThenProperty: React takes what a thenable calls back at once as loaded.
  const there = { then: (take: (code: Code) => void) => code && take(code) } as unknown as Promise<Code>
  const Part = lazy(() => (code ? there : come()))
  return Object.assign(Part, { preload: () => come().catch(() => undefined) })
}

/** Resolves when what has been rendered is painted; at once in the background, where nothing is. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })

/** A part that comes after its page, which is painted first and goes on without it until it has come. */
export function partThatComes<P>(load: () => Promise<ComponentType<P>>) {
  const come = async (): Promise<ComponentType<P>> => {
    try {
      return await loadPart(load)
    } catch (error) {
      reportMissing(error)
      await new Promise((rested) => setTimeout(rested, askAgainMs))
      return come()
    }
  }
  return lazy(async () => {
    await painted()
    return { default: await come() }
  })
}
