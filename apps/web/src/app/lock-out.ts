import { textOf } from '@maru/client/i18n/texts'
import { useSession } from '../session/store.ts'
import { showAlert } from '../shell/alert.tsx'
import { appTexts } from '../shell/texts.ts'

/** Says to a denied member, or on a blocked device, why the session has ended; then the page starts anew (specification 4). */
export function followLock() {
  useSession.subscribe(({ lock }, before) => {
    if (lock === null || before.lock !== null) return
    void showAlert(textOf(appTexts, lock)).then(() => location.reload())
  })
}
