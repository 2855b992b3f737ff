import { partThatComes } from '@maru/client/page/chunk-recovery'
import { Suspense } from 'react'
import type { HalvingNoteProps } from './halving-note.tsx'

const HalvingNote = partThatComes(async () => (await import('./halving-note.tsx')).HalvingNote)

/** The note of less leverage on a ticket, which does not wait for it. */
export const LaterHalvingNote = (props: HalvingNoteProps) => (
  <Suspense fallback={null}>
    <HalvingNote {...props} />
  </Suspense>
)
