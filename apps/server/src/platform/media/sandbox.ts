import type { Command, View } from './view.ts'

/** Where Linux keeps libraries. The linker needs no cache of them (`/etc/ld.so.cache`) to find them there. */
const systemLibraries = ['/usr/lib', '/usr/lib64', '/lib', '/lib64']
/** No user of the machine is shown as the owner of anything. */
const nobody = '65534'

/**
 * The command in a sandbox of bubblewrap (0.8 or later): its root consists of nothing but the files that the program needs, all
 * read-only, so it finds no socket, device, process, or setting of the kernel. It has no network, capability or environment, can
 * gain no rights, and ends with the worker.
 */
export const sandboxed = ({ needed }: View, command: Command): Command => [
  'bwrap',
  ...['--unshare-user', '--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--disable-userns', '--uid', nobody, '--gid', nobody, '--hostname', 'sandbox'],
  ...['--cap-drop', 'ALL', '--die-with-parent', '--new-session', '--clearenv'],
  ...systemLibraries.flatMap((folder) => ['--ro-bind-try', folder, folder]),
  ...needed.flatMap((file) => ['--ro-bind', file, file]),
  ...['--remount-ro', '/', '--chdir', '/', '--'],
  ...command,
]
