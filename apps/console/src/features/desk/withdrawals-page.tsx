import { QueuePage } from './queue-page.tsx'

/** Money that leaves. */
export default function WithdrawalsPage() {
  return <QueuePage kind="W" path="withdrawals" />
}
