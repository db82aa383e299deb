// Why a file cannot be restored from.
import { KipError } from '../protocol/errors.ts';

/** Why a backup cannot be restored: its passphrase is missing or wrong, it is damaged, or a newer version of the app made it. */
export type BackupFault = 'needs-passphrase' | 'wrong-passphrase' | 'damaged' | 'newer';

const WORDS: Readonly<Record<BackupFault, readonly [message: string, hint: string]>> = {
  'needs-passphrase': ['This backup is sealed with a passphrase.', 'Give the passphrase it was made with.'],
  'wrong-passphrase': [
    'The passphrase does not open this backup.',
    'Check capitals and the keyboard layout. Without the passphrase nobody can read it.',
  ],
  damaged: ['This backup is damaged or incomplete. Nothing was restored.', 'Use another copy of it, or an older one.'],
  newer: ['This backup was made by a newer version.', 'Restore it with that version, or a later one.'],
};

/** Thrown by `restore()`; `reason` says which of its faults it is. The memory is as it was. */
export class BackupError extends KipError {
  readonly reason: BackupFault;

  constructor(reason: BackupFault) {
    super('constraintViolation', ...WORDS[reason]);
    this.reason = reason;
  }
}
