import { loadPart } from '@maru/client/page/chunk-recovery'
import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** The page is drawn and has its prices by then. */
const loadAfterMs = 3_000

interface OpenedLaterProps {
  open: boolean
  /** Imports the code of what stands inside, as its `lazy` does. */
  load: () => Promise<unknown>
  children: ReactNode
}

/**
 * A sheet that a page does without at first. Its code comes a little after the page, so that it is there when it is opened; who
 * is faster than that waits for it.
 */
export function OpenedLater({ open, load, children }: OpenedLaterProps) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  useEffect(() => {
    const timer = setTimeout(() => loadPart(load).catch(isMissing), loadAfterMs)
    return () => clearTimeout(timer)
  }, [load])
  return wanted && <Suspense>{children}</Suspense>
}

/** It is asked for once more when it is opened, and its absence told then. */
const isMissing = (error: unknown) => console.warn('a part of the page did not come ahead of its use', error)
