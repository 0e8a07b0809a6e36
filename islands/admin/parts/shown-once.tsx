import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../admin.tsx'
import { useFocusBack } from './focus.ts'

type Props = {
  /** Undefined while nothing is shown. */
  secret: string | undefined
  title: string
  close: () => void
}

/** A secret that the answer to its making alone has, to be copied: until it is, its cross alone closes it. */
export function ShownOnce({ secret, title, close }: Props) {
  const { common } = useAdmin().texts
  const [copied, setCopied] = useState('')
  useFocusBack(secret !== undefined)
  const copy = async () => {
    await navigator.clipboard.writeText(secret ?? '')
    setCopied(secret ?? '')
  }
  const isCopied = secret !== undefined && copied === secret
  return (
    <Modal
      opened={secret !== undefined}
      onClose={close}
      title={title}
      closeOnEscape={isCopied}
      closeOnClickOutside={isCopied}
    >
      <Stack>
        <TextInput
          label={common.once}
          value={secret ?? ''}
          readOnly
          styles={{ input: { fontFamily: 'monospace' } }}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group justify="flex-end">
          <Button onClick={() => void copy()}>{isCopied ? common.copied : common.copy}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
