import { toast } from '@maru/ui'

/** Copies a text and says so; without a clipboard (an insecure origin, a refusal) it says that, too. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: done })
  } catch {
    toast({ title: failed })
  }
}
