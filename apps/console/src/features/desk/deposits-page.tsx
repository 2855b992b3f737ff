import { QueuePage } from './queue-page.tsx'

/** Money that comes. */
export default function DepositsPage() {
  return <QueuePage kind="D" path="deposits" />
}
