import { Badge } from '@maru/ui'
import { EditorContent, useEditor } from '@tiptap/react'
import { type ReactNode, useEffect } from 'react'
import { marks } from './rich-text.ts'
import { t } from './texts.ts'

interface Props {
  /** The title of the page that shows it. */
  head: string
  title: string
  category?: string
  when?: string
  html: string
  /** What stands below the text. */
  children?: ReactNode
}

/** A text as a member's phone shows it. The text goes through the same list of marks as the editor's. */
export function PhonePreview({ head, title, category, when, html, children }: Props) {
  const editor = useEditor({
    extensions: marks,
    content: html,
    editable: false,
    injectCSS: false,
    editorProps: { attributes: { class: 'rich', role: 'document', 'aria-label': t('article') } },
  })
  useEffect(() => {
    editor.commands.setContent(html)
  }, [editor, html])
  return (
    <section className="ct-phone" aria-label={t('preview')}>
      <p className="ct-head">{head}</p>
      <p className="ct-meta">
        {category !== undefined && <Badge>{category}</Badge>} <span className="num">{when}</span>
      </p>
      <h2 className="ct-title">{title || t('titleField')}</h2>
      <EditorContent editor={editor} />
      {children}
    </section>
  )
}
