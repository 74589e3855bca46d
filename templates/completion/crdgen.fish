# Completion of crdgen for fish, from 3 on.
function __crdgen_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    set -l lines ($program complete --shell fish -- $words "$current" 2>/dev/null)
    set -l mode $lines[1]
    set -e lines[1]
    test (count $lines) -gt 0; and printf '%s\n' $lines
    set -l option (string match -r -- '^--[^=]*=' $current)
    set -l path (string replace -r -- '^--[^=]*=' '' $current)
    switch "$mode"
        case 'files*'
            for entry in (__fish_complete_path $path)
                echo "$option$entry"
            end
        case 'folders*'
            for entry in (__fish_complete_directories $path)
                echo "$option$entry"
            end
    end
end
complete -c crdgen -f -a '(__crdgen_complete)'
