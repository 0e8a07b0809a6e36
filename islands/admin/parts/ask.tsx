import { Button, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useAdmin } from '../admin-context.ts'

type Props = {
  isOpen: boolean
  close: () => void
  title: string
  children?: ReactNode
  /** The button that does it; `danger` for what nobody can undo. */
  go: string
  danger?: boolean
  isBusy?: boolean
  submit: () => void
}

/** A dialog with a form: what will happen, its fields, and the two ways out. */
export function Ask({ isOpen, close, title, children, go, danger = false, isBusy = false, submit }: Props) {
  const { common } = useAdmin().texts
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) submit()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <form onSubmit={send} noValidate>
        {children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" color={danger ? 'red' : 'violet'} loading={isBusy}>
            {go}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
