import { partThatComes } from '@maru/client/page/chunk-recovery'
import { Suspense } from 'react'
import { useSession } from '../session/store.ts'
import { useWelcome } from '../shell/welcome.ts'

const WelcomeSheet = partThatComes(async () => (await import('../features/register/welcome-sheet.tsx')).WelcomeSheet)

/** The welcome of a new member, once. */
export function Welcome() {
  const isDue = useWelcome((welcome) => welcome.isDue)
  const me = useSession((session) => session.me)
  if (!isDue || !me) return null
  return (
    <Suspense fallback={null}>
      <WelcomeSheet nick={me.nick} onClose={() => useWelcome.setState({ isDue: false })} />
    </Suspense>
  )
}
