import { textOf } from '@maru/client/i18n/texts'
import { signOut } from '../session/session.ts'
import { askConfirm } from './alert.tsx'
import { appTexts } from './texts.ts'

/** Signs out after one question. */
export async function askSignOut(): Promise<void> {
  if (await askConfirm(textOf(appTexts, 'signoutAsk'), textOf(appTexts, 'signout'))) await signOut()
}
