import { partThatComes } from '@maru/client/page/chunk-recovery'
import { Suspense } from 'react'
import type { AlertButtonProps } from './alert-button.tsx'

const AlertButton = partThatComes(async () => (await import('./alert-button.tsx')).AlertButton)

/** The button of price alerts in the header of a trade page, which does not wait for it. */
export const LaterAlertButton = (props: AlertButtonProps) => (
  <Suspense fallback={<i className="ib" />}>
    <AlertButton {...props} />
  </Suspense>
)
