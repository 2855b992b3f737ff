import { type Texts, useTexts } from '@maru/client/i18n/texts'
import { Sheet } from '@maru/ui'
import type { ComponentType } from 'react'

/** The sheet of a form. The form stands in it, and reads prices and lists, only while the sheet is open. */
export function sheetOf<Word extends string, Props extends { readonly onClose: () => void }>(
  texts: Texts<Word>,
  title: NoInfer<Word>,
  Form: ComponentType<Props>,
) {
  return function FormSheet(props: Props & { readonly open: boolean }) {
    const t = useTexts(texts)
    return (
      <Sheet open={props.open} title={t(title)} onClose={props.onClose}>
        <Form {...props} />
      </Sheet>
    )
  }
}
