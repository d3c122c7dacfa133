import type { HardwarePreset } from '@openlode/catalogue/define-algorithm';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import styles from './calculator.module.css';

interface DevicePresetsProps {
  /** Code of the algorithm. */
  readonly algorithm: string;
  readonly onFill: (preset: HardwarePreset) => void;
}

/** Known devices, whose hashrate and power fill the fields. */
export function DevicePresets({ algorithm, onFill }: DevicePresetsProps) {
  const id = useId();
  const presets = usePresets(algorithm);
  return (
    <div className={styles.presets}>
      <label htmlFor={id}>Device</label>
      <select
        id={id}
        value=""
        disabled={presets.length === 0}
        onChange={(event) => {
          const preset = presets[Number(event.target.value)];
          if (preset !== undefined) onFill(preset);
        }}
      >
        <option value="">choose a preset</option>
        {presets.map((preset, index) => (
          <option key={preset.name} value={index}>
            {preset.name}
            {preset.powerW === null ? '' : `, ${preset.powerW} W`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The catalogue is large: it is fetched once the calculator stands. */
function usePresets(algorithm: string): readonly HardwarePreset[] {
  const { data } = useQuery({
    queryKey: ['presets', algorithm],
    queryFn: async () => {
      const { findAlgorithm } = await import('@openlode/catalogue/algorithms');
      return findAlgorithm(algorithm)?.hardware ?? [];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? [];
}
