export const talk = `<conversation>
<in place="#fair"/>
<day date="2026-03-09"/>
<m n="1" t="09:00" by="Bob" reactions="👍 2, party 1">Let's take the blue tent for the fair.</m>
<m n="2" t="09:01" by="Carol" re="1">+1</m>
<m n="3" t="09:02" by="Ann">I'll order the tape by Friday.</m>
<m n="4" t="09:03" by="Dave &quot;D&quot; &lt;x&gt;">The hall costs 1,200 € &amp; more.</m>
<m n="5" t="09:04" by="CI" bot="yes">build 7 is green</m>
<m n="6" t="12:00" by="Eve">Who brings the ladder?</m>
</conversation>`;
