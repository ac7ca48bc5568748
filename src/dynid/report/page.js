/*! dynid's page, Apache-2.0; made of frontend/src, sha256 6d58374ff8d9a881fec744d26c0bd3e7f966cac8df6f7916ed0679c829dc7c36

It contains three:

The MIT License

Copyright © 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.

It contains uplot:

The MIT License (MIT)

Copyright (c) 2022 Leon Sorokin

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/
(()=>{var O0="http://www.w3.org/2000/svg";function Qf(n,t,e){for(let[i,s]of Object.entries(t||{}))if(!(s==null||s===!1))if(i.startsWith("on"))n.addEventListener(i.slice(2),s);else if(i==="value")n.value=s;else if(i==="style")for(let[r,o]of Object.entries(s))n.style.setProperty(r,o);else n.setAttribute(i,s===!0?"":String(s));for(let i of e.flat(2))i!=null&&i!==!1&&n.append(i);return n}var C=(n,t,...e)=>Qf(document.createElement(n),t,e),me=(n,t,...e)=>Qf(document.createElementNS(O0,n),t,e),Dn=n=>getComputedStyle(document.documentElement).getPropertyValue(n).trim(),Oa=n=>JSON.parse(n.querySelector('script[type="application/json"]').textContent);function td(n,t,e="text/csv"){let i=C("a",{href:URL.createObjectURL(new Blob([t],{type:e})),download:n});i.click(),setTimeout(()=>URL.revokeObjectURL(i.href),1e3)}var B0="#8a94a3",ed="#b92f42",Lo=["#2286f6","#b0570e","#138b69","#895dbd","#bf384e","#bd991b","#1dbadc","#c671aa"],Ba=n=>n?Lo[(n-1)%Lo.length]:B0;var k0={f4:Float32Array,f8:Float64Array,i1:Int8Array,u1:Uint8Array,i2:Int16Array,u2:Uint16Array,i4:Int32Array,u4:Uint32Array};function No(n){if(n==null)return null;if(!n.bdata)return n;let t=Uint8Array.from(atob(n.bdata),r=>r.charCodeAt(0)),e=new k0[n.dtype](t.buffer);if(!n.shape)return e;let[i,s]=String(n.shape).split(",").map(Number);return s?Array.from({length:i},(r,o)=>e.slice(o*s,(o+1)*s)):e}var z0={lt:"<",gt:">",amp:"&",quot:'"',"#x27":"'"};function yh(n){let t=e=>e.replace(/<br>|<\/?[bi]>/g," ").replace(/&(lt|gt|amp|quot|#x27);/g,(i,s)=>z0[s]);return String(n??"").split(/<sub>(.*?)<\/sub>/).map((e,i)=>[t(e),i%2===1]).filter(([e])=>e)}var Ti=n=>yh(n).map(([t])=>t).join(""),nd=(n,t)=>`${t}axis${(n||t).slice(1)}`;function V0(n,t,e){return{shade:n.line?.color||(typeof n.marker?.color=="string"?n.marker.color:null)||Lo[e%Lo.length],kind:n.type||"scatter",x:No(n.x),y:No(n.y),z:No(n.z),of:t,name:Ti(n.name),legend:n.showlegend!==!1&&!!n.name,mode:n.mode||"lines",line:n.line||{},marker:n.marker||{},flat:n.orientation==="h",errorX:id(n.error_x),errorY:id(n.error_y),texts:(n.text||[]).map?(n.text||[]).map(Ti):[],fill:n.fill,fillcolor:n.fillcolor,opacity:n.opacity??1,colours:n.colorscale,quiet:n.hoverinfo==="skip",xs:n.x0!==void 0?{x0:n.x0,dx:n.dx??1}:null}}function id(n){if(!n||!n.array)return null;let t=No(n.array);return{up:t,down:No(n.arrayminus)||t,colour:n.color}}function sd(n){let t=n.layout||{},e=new Map;for(let[o,a]of n.data.entries()){let l=a.type==="scatter3d"||a.type==="surface",c=l?a.scene||"scene":`${a.xaxis||"x"} ${a.yaxis||"y"}`;if(!e.has(c)){let u=l?{}:t[nd(a.xaxis,"x")]||{},h=l?{}:t[nd(a.yaxis,"y")]||{},f=l?t[c]||{}:null,d=f?[f.domain?.x,f.domain?.y]:[u.domain,h.domain];e.set(c,{key:c,x:u,y:h,scene:f,traces:[],shapes:[],domain:[d[0]||[0,1],d[1]||[0,1]],xName:a.xaxis||"x"})}e.get(c).traces.push(V0(a,c,o))}for(let o of t.shapes||[]){let a=`${String(o.xref||"x").split(" ")[0]} ${String(o.yref||"y").split(" ")[0]}`;e.get(a)?.shapes.push(o)}let i=[...e.values()],s=i.flatMap(o=>o.traces).filter(o=>o.legend),r=t.showlegend===void 0?n.data.length>1:t.showlegend;return{panels:i,height:t.height||360,legend:r?G0(s):[],notes:(t.annotations||[]).filter(o=>o.xref==="paper"),title:Ti(t.title?.text),grouped:t.barmode==="group",clock:t.meta?.clock}}function G0(n){let t=new Map;for(let e of n)t.has(e.name)||t.set(e.name,e);return[...t.values()]}function Sh(n,t,e,i){let s=n.type==="log";if(n.range)return n.range;let r=1/0,o=-1/0,a=l=>{let c=i?i.indexOf(l):s?l>0?Math.log10(l):NaN:l;Number.isFinite(c)&&(c<r&&(r=c),c>o&&(o=c))};for(let l of e){let c=l[t]||[],u=t==="x"?l.errorX:l.errorY;for(let f=0;f<c.length;f++)c[f]!==null&&(a(c[f]),u&&!i&&(a(c[f]+u.up[f]),a(c[f]-u.down[f])));let h=t==="x"?l.flat:!l.flat;l.kind==="bar"&&h&&!s&&a(0)}return n.rangemode==="tozero"&&(r=Math.min(r,0),o=Math.max(o,0)),Number.isFinite(r)||([r,o]=[0,1]),r===o&&(r-=Math.abs(r)*.05||.5,o+=Math.abs(o)*.05||.5),i?[r-.6,o+.6]:H0(r,o,t,e)}function H0(n,t,e,i){let s=i.some(a=>a.mode.includes("lines")&&a.kind==="scatter"),r=e==="x"&&s?0:.05,o=r*(t-n);return[n-o,t+o]}var W0={dash:"6 4",dot:"2 3"},Ar=n=>Math.round(10*n)/10;function od(n,t,e,i){let s="",r=!1,{x:o,y:a}=n;for(let l=0;l<a.length;l++){let c=t.of(o?o[l]:l),u=a[l]===null?NaN:e.of(a[l]);if(!Number.isFinite(c)||!Number.isFinite(u)){r=!1;continue}s+=i(Ar(c),Ar(u),r),r=!0}return s}var rd=(n,t,e)=>od(n,t,e,(i,s,r)=>`${r?"L":"M"}${i} ${s}`),X0=(n,t,e)=>od(n,t,e,(i,s)=>`M${i} ${s}h0`);function q0(n,t,e,i){let s=(n.marker.size||6)/2,r=Array.isArray(n.marker.color),o=String(n.marker.symbol||"").endsWith("open"),a=n.marker.symbol==="x";return Array.from(n.y,(l,c)=>{let u=t.of(n.x?n.x[c]:c),h=e.of(l);if(!Number.isFinite(u)||!Number.isFinite(h))return null;let f=r?n.marker.color[c]:i,d={stroke:f,"stroke-width":1.5,fill:o?"none":f};return a?me("path",{d:`M${u-s} ${h-s}l${2*s} ${2*s}m0 ${-2*s}l${-2*s} ${2*s}`,...d,fill:"none"}):String(n.marker.symbol||"").startsWith("diamond")?me("path",{d:`M${u} ${h-s}l${s} ${s}l${-s} ${s}l${-s} ${-s}z`,...d}):me("circle",{cx:u,cy:h,r:s,...d})})}function ad(n,t,e){let i=[];for(let[s,r]of[[n.errorX,!0],[n.errorY,!1]]){if(!s)continue;let o="";for(let a=0;a<n.y.length;a++)if(r){let l=e.of(n.y[a]),c=t.of(n.x[a]-s.down[a]),u=t.of(n.x[a]+s.up[a]);Number.isFinite(c+u+l)&&(o+=`M${c} ${l}H${u}M${c} ${l-3}v6M${u} ${l-3}v6`)}else{let l=t.of(n.x?n.x[a]:a),c=e.of(n.y[a]-s.down[a]),u=e.of(n.y[a]+s.up[a]);Number.isFinite(c+u+l)&&(o+=`M${l} ${c}V${u}M${l-3} ${c}h6M${l-3} ${u}h6`)}i.push(me("path",{d:o,fill:"none",stroke:s.colour||"currentColor","stroke-width":1.4}))}return i}function $0(n,t,e,i,s){let[r,o]=n.flat?[t,e]:[e,t],[a,l]=n.flat?[n.x,n.y]:[n.y,n.x],c=Math.abs(o.factor),u=.8*c/s,h=r.log?r.from:r.of(0),f=n.marker.color||n.shade,d=Array.from(a,(m,p)=>{let v=r.of(m),A=o.of(l?l[p]:p)+u*(i-(s-1)/2);if(!Number.isFinite(v)||!Number.isFinite(A))return null;let S=[Math.min(h,v),A-u/2,Math.abs(v-h),u],[R,w,x,b]=n.flat?S:[S[1],S[0],S[3],S[2]],B=Array.isArray(f)?f[p]:f;return me("rect",{x:R,y:w,width:x,height:b,fill:B,"fill-opacity":n.marker.opacity??n.opacity})}),g={...n,[n.flat?"y":"x"]:null},_=Array.from(a,(m,p)=>o.back(o.of(l?l[p]:p)+u*(i-(s-1)/2)));return g[n.flat?"y":"x"]=o.words?_.map(m=>m):_,[...d,...ad(g,t,e)]}function Y0(n,t,e){let i=new Map;n.y.forEach((o,a)=>{let l=n.x?n.x[a]:n.name;i.set(l,[...i.get(l)||[],o])});let{shade:s}=n,r=[];for(let[o,a]of i){a.sort((p,v)=>p-v);let l=p=>a[Math.round(p*(a.length-1))],[c,u,h,f,d]=[0,.25,.5,.75,1].map(l).map(p=>e.of(p)),g=t.of(o),_=.25*Math.abs(t.factor),m=`M${g} ${c}V${u}M${g} ${f}V${d}M${g-_} ${u}H${g+_}V${f}H${g-_}ZM${g-_} ${h}H${g+_}`;r.push(me("path",{d:m,fill:"none",stroke:s,"stroke-width":1.5}))}return r}function J0(n){let t=Math.min(1,Math.abs(n))**.8;return`rgb(${(n<0?[33,102,172]:[178,60,30]).map(i=>Math.round(245+t*(i-245))).join(",")})`}function Z0(n,t,e){let i=Math.abs(t.factor)+.5,s=Math.abs(e.factor)+.5,r=[];return n.z.forEach((o,a)=>o.forEach((l,c)=>{l===null||Number.isNaN(l)||r.push(me("rect",{x:Ar(t.of(c)-i/2),y:Ar(e.of(a)-s/2),width:Ar(i),height:Ar(s),fill:J0(l)}))})),r}function ld(n,t,e,i,s){let{shade:r}=n;if(n.kind==="bar")return $0(n,t,e,i,s);if(n.kind==="box")return Y0(n,t,e);if(n.kind==="heatmap")return Z0(n,t,e);let o=[];return n.fill&&n.fill!=="none"&&o.push(me("path",{d:rd(n,t,e)+"Z",fill:n.fillcolor||r,"fill-opacity":.3,stroke:"none"})),n.mode.includes("lines")&&n.line.width!==0&&o.push(me("path",{class:"line",d:rd(n,t,e),fill:"none",stroke:r,"stroke-width":n.line.width||1.5,"stroke-dasharray":W0[n.line.dash],"stroke-linejoin":"round",opacity:n.opacity})),n.mode.includes("markers")&&(n.y.length>200?o.push(me("path",{class:"dots",d:X0(n,t,e),stroke:r,"stroke-width":n.marker.size||3,"stroke-linecap":"round",opacity:n.marker.opacity??1})):o.push(...q0(n,t,e,r))),[...ad(n,t,e),...o]}var K0="⁰¹²³⁴⁵⁶⁷⁸⁹",hd=n=>(n<0?"⁻":"")+[...String(Math.abs(n))].map(t=>K0[t]).join("");function ka(n,t){if(n===0||Math.abs(n)<1e-9*t)return"0";let e=Math.max(0,-Math.floor(Math.log10(t)+1e-9)),i=Math.abs(n);if(i>=1e5||e>4){let s=Math.floor(Math.log10(i)+1e-9),r=Number((n/10**s).toPrecision(3));return`${r<0?"−":""}${Math.abs(r)===1?"":`${Math.abs(r)}·`}10${hd(s)}`}return n.toFixed(e).replace("-","−")}function j0(n,t,e){for(let i of[1,1.5,2.5]){let s=cd(n,t,i*e);if(s.length>1)return s}return cd(n,t,4*e)}function cd(n,t,e){let i=(t-n)/Math.max(1,e),s=10**Math.floor(Math.log10(i)),r=s*[1,2,5,10].find(a=>a*s>=i*.999),o=[];for(let a=Math.ceil(n/r-1e-9);a*r<=t+1e-9*r;a++)o.push(a*r);return o.map(a=>[a,ka(a,r)])}function Q0(n,t,e){let i=Math.ceil(n-1e-9),s=Math.floor(t+1e-9),r=Math.max(1,Math.ceil((s-i+1)/e)),o=[];for(let l=i;l<=s;l+=r)o.push([l,`10${hd(l)}`]);if(o.length>1)return o;let a=[];for(let l=Math.floor(n);l<=t;l++)for(let c of[1,2,5]){let u=l+Math.log10(c);u>=n&&u<=t&&a.push([u,ka(c*10**l,10**l)])}return a}var Do=class{constructor({log:t=!1,words:e=null,low:i,high:s,from:r,to:o,named:a=null}){Object.assign(this,{log:t,words:e,low:i,high:s,from:r,to:o,named:a}),this.factor=(o-r)/(s-i||1)}inner(t){return this.words?typeof t=="string"?this.words.indexOf(t):t:this.log?t>0?Math.log10(t):NaN:t}of(t){return this.from+(this.inner(t)-this.low)*this.factor}back(t){let e=this.low+(t-this.from)/this.factor;return this.log?10**e:e}ticks(t){let[e,i]=[Math.min(this.low,this.high),Math.max(this.low,this.high)];return this.words?this.words.map((s,r)=>[r,s]).filter(([s])=>s>=e&&s<=i):this.named?this.named.filter(([s])=>s>=e&&s<=i):this.log?Q0(e,i,t):j0(e,i,t)}at(t){return this.from+(t-this.low)*this.factor}};function ud(n,t,e){let i=-.8,s=.5,r=null,o=me("g",{class:"space"}),a=t.traces.filter(_=>_.kind==="scatter3d"),l=["x","y","z"],c=l.map(_=>{let m=a.flatMap(p=>Array.from(p[_])).filter(Number.isFinite);return[Math.min(...m),Math.max(...m)]}),u=l.map(_=>t.scene[`${_}axis`]?.autorange==="reversed"?-1:1),h=Math.max(...c.map(([_,m])=>m-_))||1,f=.62*Math.min(e.right-e.left,e.bottom-e.top),d=_=>{let[m,p,v]=_.map((R,w)=>u[w]*(R-(c[w][0]+c[w][1])/2)/h),[A,S]=[Math.cos(i)*m-Math.sin(i)*p,Math.sin(i)*m+Math.cos(i)*p];return[(e.left+e.right)/2+f*A,(e.top+e.bottom)/2-f*(Math.cos(s)*v+Math.sin(s)*S)]},g=()=>{let _=[];l.forEach((m,p)=>{let v=c.map(([B])=>B),A=v.slice();A[p]=c[p][1];let[[S,R],[w,x]]=[d(v),d(A)],b=Ti(t.scene[`${m}axis`]?.title?.text)||m;_.push(me("line",{x1:S,y1:R,x2:w,y2:x,class:"edge"}),me("text",{x:w,y:x-4,"text-anchor":"middle"},b))});for(let m of a){let p=Array.from(m.x,(v,A)=>d([v,m.y[A],m.z[A]])).filter(([v])=>Number.isFinite(v)).map(([v,A],S)=>`${S?"L":"M"}${v.toFixed(1)} ${A.toFixed(1)}`).join("");_.push(me("path",{class:"line",d:p,fill:"none",stroke:m.shade,"stroke-width":1.4}))}o.replaceChildren(me("rect",{x:e.left,y:e.top,width:e.right-e.left,height:e.bottom-e.top,fill:"transparent"}),..._)};o.addEventListener("pointerdown",_=>{r=[_.clientX,_.clientY],o.setPointerCapture(_.pointerId),_.stopPropagation()}),o.addEventListener("pointermove",_=>{r&&(i+=.01*(_.clientX-r[0]),s=Math.max(-1.5,Math.min(1.5,s+.01*(_.clientY-r[1]))),r=[_.clientX,_.clientY],g())}),o.addEventListener("pointerup",()=>{r=null}),g(),n.append(o)}var t_=8,Cs={tell(n,t,e){document.dispatchEvent(new CustomEvent("dynid-time",{detail:{name:n,t,from:e}}))},hear(n){document.addEventListener("dynid-time",t=>n(t.detail))}},fd=n=>n==null||Number.isNaN(n)?"–":Math.abs(n)>=1e4||n!==0&&Math.abs(n)<.001?n.toExponential(3):String(Number(n.toPrecision(5)));function e_(n,t){let e=0,i=n.length-1;for(;i-e>1;){let s=e+i>>1;n[s]<=t?e=s:i=s}return Math.abs(n[e]-t)<=Math.abs(n[i]-t)?e:i}function n_(n){let t=Math.max(1,Math.floor(n.length/50));for(let e=t;e<n.length;e+=t)if(n[e]<n[e-t])return!1;return!0}function i_(n,t,e){let i=[];for(let s of n.panel.traces)if(!(s.quiet||!s.y||!s.y.length))if(s.texts.length){let r=a=>Math.hypot(n.x.of(s.x[a])-e[0],n.y.of(s.y[a])-e[1]),o=s.texts.reduce((a,l,c)=>Math.abs(n.y.of(s.y[c])-e[1])<Math.abs(n.y.of(s.y[a])-e[1])?c:a,0);(r(o)<60||Math.abs(n.y.of(s.y[o])-e[1])<9)&&i.push(`${s.texts[o]}: ${fd(s.x[o])}`)}else s.kind==="scatter"&&s.x&&s.mode.includes("lines")&&n_(s.x)&&i.push(`${s.name||"value"}: ${fd(s.y[e_(s.x,t)])}`);return i}function dd(n){let{box:t}=n,e=!matchMedia("(pointer: coarse)").matches,i=null,s=u=>{let h=t.getBoundingClientRect(),f=[u.clientX-h.left,u.clientY-h.top];return[n.places?.find(({frame:g})=>f[0]>=g.left&&f[0]<=g.right&&f[1]>=g.top&&f[1]<=g.bottom),f]},r=u=>n.places.filter(({x:h})=>!h.words).map(({frame:h,x:f})=>{let d=f.of(u);return d>=Math.min(h.left,h.right)-.5&&d<=h.right+.5?me("line",{x1:d,x2:d,y1:h.top,y2:h.bottom}):null}).filter(Boolean);n.point=u=>n.cursor?.replaceChildren(...r(u));let o=u=>{n.tip.hidden=!u.length,n.tip.replaceChildren(...u.slice(0,t_).map(h=>C("div",{},h)))},a=()=>{n.tip&&(n.tip.hidden=!0),n.figure.clock||n.cursor?.replaceChildren()};t.addEventListener("pointermove",u=>{let[h,f]=s(u);if(i&&n.options.pan)return c(f);if(i)return l(f);if(!h)return a();let d=h.x.back(f[0]),g=i_(h,d,f),_=h.x.words||h.x.named?[]:[ka(d,Math.abs(h.x.high-h.x.low)/1e3)];g.length?o([..._,...g]):o([]),n.tip.style.left=`${Math.min(f[0]+14,n.width-170)}px`,n.tip.style.top=`${f[1]+12}px`,!h.x.words&&!h.x.named&&n.point(d),n.figure.clock&&Cs.tell(n.figure.clock,d,n)}),t.addEventListener("pointerleave",a),t.addEventListener("pointerdown",u=>{let[h,f]=s(u);!h||h.x.words||h.x.named||!e&&!n.options.pan||(i={found:h,point:f,range:n.range||[h.x.low,h.x.high]},t.setPointerCapture(u.pointerId))}),t.addEventListener("pointerup",u=>{if(!i)return;let[,h]=s(u),{found:f,point:d}=i;if(i=null,n.options.pan||Math.abs(h[0]-d[0])<6)return void n.cursor?.replaceChildren();let g=_=>f.x.inner(f.x.back(_));n.range=[g(d[0]),g(h[0])].sort((_,m)=>_-m),n.draw(),n.options.onRange?.(n.range)}),t.addEventListener("dblclick",()=>{n.range=null,n.draw(),n.options.onRange?.(null)}),n.options.pan&&t.addEventListener("wheel",u=>{let[h,f]=s(u);if(!h)return;u.preventDefault();let[d,g]=n.range||[h.x.low,h.x.high],_=h.x.inner(h.x.back(f[0])),m=Math.exp(.002*u.deltaY);n.range=[_+(d-_)*m,_+(g-_)*m],n.draw(),n.options.onRange?.(n.range)},{passive:!1});function l(u){let{frame:h}=i.found,[f,d]=[i.point[0],Math.max(h.left,Math.min(h.right,u[0]))];n.cursor.replaceChildren(me("rect",{x:Math.min(f,d),y:h.top,width:Math.abs(d-f),height:h.bottom-h.top}))}function c(u){let h=(u[0]-i.point[0])/i.found.x.factor;n.range=i.range.map(f=>f-h),n.draw(),n.options.onRange?.(n.range)}Cs.hear(({name:u,t:h,from:f})=>{u&&u===n.figure.clock&&f!==n&&n.root?.isConnected&&n.point(h)})}var za=6.4,s_=0;function Cr(n,t){return me("text",t,yh(n).map(([e,i])=>i?me("tspan",{"baseline-shift":"sub","font-size":"75%"},e):e))}function Uo(n,t,e){let i=[];for(let s of e)for(let r of s[t]||[])typeof r=="string"&&!i.includes(r)&&i.push(r);return i.length?i:null}function r_(n){let t=n.traces.filter(e=>e.kind==="heatmap");if(t.length)for(let[e,i]of[["x",n.x],["y",n.y]]){let s=t[0][e];s&&(i.tickvals=[...s].map((r,o)=>o),i.ticktext=[...s],i.range||=e==="y"?[s.length-.5,-.5]:[-.5,s.length-.5],t[0][e]=null)}}var Rr=class{constructor(t,e,i={}){Object.assign(this,{box:t,options:i,range:null,width:0,number:++s_}),this.set(e),dd(this),this.resized=new ResizeObserver(()=>{Math.abs(this.box.clientWidth-this.width)>1&&requestAnimationFrame(()=>this.draw())}),this.resized.observe(t),this.draw()}set(t){this.figure=sd(t),this.figure.panels.forEach(r_)}draw(){let t=this.box.clientWidth;if(!t)return;this.width=t;let{figure:e}=this,i=this.legend(t),s=e.height,r=e.notes.length?18:6,o={left:this.left(),right:12,top:i.height+r,bottom:this.bottom()};this.places=[],this.root=me("svg",{class:"chart",viewBox:`0 0 ${t} ${s}`,width:t,height:s,role:"img","aria-label":this.about()}),this.root.append(...i.nodes);let a=[t-o.left-o.right,s-o.top-o.bottom];for(let l of e.panels){let[[c,u],[h,f]]=l.domain,d={left:o.left+c*a[0],right:o.left+u*a[0],top:o.top+(1-f)*a[1],bottom:o.top+(1-h)*a[1]};l.scene?ud(this.root,l,d):this.panel(l,d)}for(let l of e.notes)this.root.append(Cr(l.text,{x:o.left+l.x*a[0],y:o.top+(1-l.y)*a[1]-5,"text-anchor":l.xanchor==="left"||l.x===0?"start":"middle",class:"title"}));e.title&&this.root.append(me("text",{x:t/2,y:14,"text-anchor":"middle",class:"title"},e.title)),this.cursor=me("g",{class:"cursor"}),this.root.append(this.cursor),this.box.replaceChildren(this.root,this.tip=C("div",{class:"tip",hidden:!0}))}about(){let t=this.figure.panels.map(e=>Ti(e.y.title?.text)).filter(Boolean);return this.figure.title||t.join(", ")||"plot"}left(){let t=Math.max(0,...this.figure.panels.filter(e=>e.domain[0][0]===0).map(e=>{let i=e.y.ticktext||Uo(e.y,"y",e.traces)||[];return Math.max(0,...i.map(s=>Ti(s).length))}));return Math.min(.45*this.width,Math.max(56,t*za+12))}bottom(){let t=Math.max(0,...this.figure.panels.filter(e=>this.turned(e)).map(e=>Math.max(...(e.x.ticktext||Uo(e.x,"x",e.traces)).map(i=>Ti(i).length))));return t?Math.min(.5*this.figure.height,.82*za*t+26):40}turned(t){let e=t.x.ticktext||Uo(t.x,"x",t.traces)||[];return e.length*Math.max(0,...e.map(i=>Ti(i).length))*za>.8*this.width}legend(t){let e=[],i=8,s=this.figure.title?32:14;for(let r of this.figure.legend){let o=r.name.length*za+44;i+o>t&&i>8&&(i=8,s+=18);let a=me("g",{class:this.figure.legend.length>2?"entry choice":"entry",opacity:this.dimmed(r)?.35:null,onclick:()=>this.only(r.name)});a.append(me("title",{},this.figure.legend.length>2?"alone, or all again":r.name)),e.push(a),a.append(me("line",{x1:i,x2:i+18,y1:s-4,y2:s-4,stroke:r.shade,"stroke-width":Math.max(2,r.line.width||3),"stroke-dasharray":r.line.dash==="dash"?"6 4":r.line.dash==="dot"?"2 3":null})),a.append(me("text",{x:i+23,y:s},r.name)),i+=o}return{nodes:e,height:e.length?s+6:this.figure.title?22:4}}only(t){this.figure.legend.length<3||(this.alone=this.alone===t?null:t,this.draw())}dimmed(t){return!!(this.alone&&t.name!==this.alone)}panel(t,e){let i={x:Uo(t.x,"x",t.traces),y:Uo(t.y,"y",t.traces)},r=this.figure.panels.filter(p=>!p.scene&&this.shares(t,p)).flatMap(p=>p.traces),[o,a]=this.range&&!i.x?this.range:Sh(t.x,"x",r,i.x);t.x.autorange==="reversed"&&o<a&&([o,a]=[a,o]);let[l,c]=Sh(t.y,"y",this.inRange(t),i.y);t.y.autorange==="reversed"&&l<c&&([l,c]=[c,l]);let u=p=>p.ticktext&&p.tickvals.map((v,A)=>[v,p.ticktext[A]]),h=new Do({log:t.x.type==="log",words:i.x,low:o,high:a,from:e.left,to:e.right,named:u(t.x)}),f=new Do({log:t.y.type==="log",words:i.y,low:l,high:c,from:e.bottom,to:e.top,named:u(t.y)});this.axes(t,e,h,f);let d=`clip${this.number}-${this.places.length}`;this.root.append(me("clipPath",{id:d},me("rect",{x:e.left,y:e.top,width:Math.max(0,e.right-e.left),height:Math.max(0,e.bottom-e.top)})));let g=me("g",{"clip-path":`url(#${d})`});for(let p of t.shapes)g.append(this.shape(p,e,h,f));let _=t.traces.filter(p=>p.kind==="bar"),m=this.figure.grouped?_.length:1;for(let p of t.traces){let v=ld(p,h,f,this.figure.grouped?_.indexOf(p):0,m);for(let A of v.filter(Boolean))this.dimmed(p)&&A.setAttribute("opacity",.1),g.append(A)}this.root.append(g),this.places.push({panel:t,frame:e,x:h,y:f})}shares(t,e){let i=s=>s.x.matches||s.xName;return i(t)===i(e)}inRange(t){if(!this.range)return t.traces;let[e,i]=this.range;return t.traces.map(s=>s.x&&s.y&&s.kind==="scatter"?{...s,y:Array.from(s.y).filter((r,o)=>s.x[o]>=e&&s.x[o]<=i)}:s)}axes(t,e,i,s){let r=[],o=[],a=e.right-e.left,l=e.bottom-e.top,c=this.turned(t);for(let[u,h]of i.ticks(t.x.nticks||Math.max(2,Math.min(10,a/80)))){let f=i.at(u);r.push(`M${f} ${e.top}V${e.bottom}`),t.x.showticklabels!==!1&&o.push(c?Cr(h,{x:f,y:e.bottom+12,"text-anchor":"end",transform:`rotate(-55 ${f} ${e.bottom+12})`}):Cr(h,{x:f,y:e.bottom+16,"text-anchor":"middle"}))}for(let[u,h]of s.ticks(t.y.nticks||Math.max(3,Math.min(7,l/38)))){let f=s.at(u);r.push(`M${e.left} ${f}H${e.right}`),o.push(Cr(h,{x:e.left-7,y:f+4,"text-anchor":"end"}))}if(this.root.append(me("path",{class:"grid",d:r.join("")}),me("g",{class:"ticks"},o)),t.x.title?.text&&this.root.append(Cr(t.x.title.text,{class:"axis",x:(e.left+e.right)/2,y:e.bottom+34,"text-anchor":"middle"})),t.y.title?.text){let u=[e.left-44,(e.top+e.bottom)/2];this.root.append(Cr(t.y.title.text,{class:"axis",x:u[0],y:u[1],"text-anchor":"middle",transform:`rotate(-90 ${u})`}))}}shape(t,e,i,s){let r=(f,d)=>String(f||d).includes("domain")||f==="paper",o=f=>r(t.xref,"x")?e.left+f*(e.right-e.left):i.of(f),a=f=>r(t.yref,"y")?e.bottom-f*(e.bottom-e.top):s.of(f),[l,c,u,h]=[o(t.x0),o(t.x1),a(t.y0),a(t.y1)];return t.type==="rect"?me("rect",{x:Math.min(l,c),y:Math.min(u,h),width:Math.abs(c-l),height:Math.abs(h-u),fill:t.fillcolor,opacity:t.opacity??1},t.label?.text?me("title",{},Ti(t.label.text)):null):me("line",{x1:l,x2:c,y1:u,y2:h,stroke:t.line?.color||"currentColor","stroke-dasharray":t.line?.dash==="dot"?"2 3":t.line?.dash?"6 4":null})}};var Vd=0,jh=1,Gd=2;var ha=1,Hd=2,no=3,zs=0,Jn=1,yi=2,nr=0,io=1,Qh=2,tu=3,eu=4,Wd=5;var ir=100,Xd=101,qd=102,$d=103,Yd=104,Jd=200,Zd=201,Kd=202,jd=203,nu=204,iu=205,Qd=206,tp=207,ep=208,np=209,ip=210,sp=211,rp=212,op=213,ap=214,ul=0,fl=1,dl=2,Wr=3,pl=4,ml=5,gl=6,_l=7,su=0,lp=1,cp=2,Zi=0,ru=1,ou=2,au=3,lu=4,cu=5,hu=6,uu=7;var fu=300,sr=301,so=302,Xl=303,ql=304,xl=1e3,qi=1001,vl=1002,An=1003,hp=1004;var ua=1005;var Yn=1006,$l=1007;var _s=1008;var jn=1009,du=1010,pu=1011,ro=1012,Yl=1013,Ii=1014,Li=1015,Ni=1016,Jl=1017,Zl=1018,rr=1020,mu=35902,gu=35899,_u=1021,xu=1022,Di=1023,ds=1026,xs=1027,vu=1028,Kl=1029,Vs=1030,jl=1031;var Ql=1033,fa=33776,da=33777,pa=33778,ma=33779,tc=35840,ec=35841,nc=35842,ic=35843,sc=36196,rc=37492,oc=37496,ac=37488,lc=37489,ga=37490,cc=37491,hc=37808,uc=37809,fc=37810,dc=37811,pc=37812,mc=37813,gc=37814,_c=37815,xc=37816,vc=37817,yc=37818,Sc=37819,Mc=37820,bc=37821,wc=36492,Ec=36494,Tc=36495,Ac=36283,Cc=36284,_a=36285,Rc=36286;var Go=2300,yl=2301,cl=2302,Xh=2303,qh=2400,$h=2401,Yh=2402;var up=3200;var Pc=0,fp=1,vs="",oi="srgb",Ho="srgb-linear",Wo="linear",Ae="srgb";var hl=7680;var dp=519,pp=512,mp=513,gp=514,yu=515,_p=516,xp=517,Su=518,Mu=519,vp=35044;var bu="300 es",xi=2e3,Xr=2001;function o_(n){for(let t=n.length-1;t>=0;--t)if(n[t]>=65535)return!0;return!1}function a_(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function Xo(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function yp(){let n=Xo("canvas");return n.style.display="block",n}var pd={},qr=null;function wu(...n){let t="THREE."+n.shift();qr?qr("log",t,...n):console.log(t,...n)}function Sp(n){let t=n[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=n[1];e&&e.isStackTrace?n[0]+=" "+e.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function Jt(...n){n=Sp(n);let t="THREE."+n.shift();if(qr)qr("warn",t,...n);else{let e=n[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...n)}}function ne(...n){n=Sp(n);let t="THREE."+n.shift();if(qr)qr("error",t,...n);else{let e=n[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...n)}}function Vo(...n){let t=n.join(" ");t in pd||(pd[t]=!0,Jt(...n))}function Mp(n,t,e){return new Promise(function(i,s){function r(){switch(n.clientWaitSync(t,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:s();break;case n.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:i()}}setTimeout(r,e)})}var bp={[ul]:ul,[dl]:gl,[pl]:pl,[Wr]:ml,[fl]:fl,[gl]:dl,[_l]:_l,[ml]:Wr},Yi=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[t]===void 0&&(i[t]=[]),i[t].indexOf(e)===-1&&i[t].push(e)}hasEventListener(t,e){let i=this._listeners;return i===void 0?!1:i[t]!==void 0&&i[t].indexOf(e)!==-1}removeEventListener(t,e){let i=this._listeners;if(i===void 0)return;let s=i[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let i=e[t.type];if(i!==void 0){t.target=this;let s=i.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Un=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var Mh=Math.PI/180,Sl=180/Math.PI;function xa(){let n=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(Un[n&255]+Un[n>>8&255]+Un[n>>16&255]+Un[n>>24&255]+"-"+Un[t&255]+Un[t>>8&255]+"-"+Un[t>>16&15|64]+Un[t>>24&255]+"-"+Un[e&63|128]+Un[e>>8&255]+"-"+Un[e>>16&255]+Un[e>>24&255]+Un[i&255]+Un[i>>8&255]+Un[i>>16&255]+Un[i>>24&255]).toLowerCase()}function Se(n,t,e){return Math.max(t,Math.min(e,n))}function l_(n,t){return(n%t+t)%t}function bh(n,t,e){return(1-e)*n+e*t}function wp(n){return Math.pow(2,Math.floor(Math.log(n)/Math.LN2))}function Eu(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function c_(n,t){if(t.constructor===Float32Array)return n;let e=Eu(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(n/e,-1)}function h_(n,t){if(t.constructor===Float32Array)return n;let e=Eu(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*e)}var ve=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,i=this.y,s=t.elements;return this.x=s[0]*e+s[3]*i+s[6],this.y=s[1]*e+s[4]*i+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=Se(this.x,t.x,e.x),this.y=Se(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=Se(this.x,t,e),this.y=Se(this.y,t,e),this}clampLength(t,e){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Se(i,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let i=this.dot(t)/e;return Math.acos(Se(i,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,i=this.y-t.y;return e*e+i*i}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,i){return this.x=t.x+(e.x-t.x)*i,this.y=t.y+(e.y-t.y)*i,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let i=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*i-o*s+t.x,this.y=r*s+o*i+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},vi=class{constructor(t=0,e=0,i=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=i,this._w=s}static slerpFlat(t,e,i,s,r,o,a){let l=i[s+0],c=i[s+1],u=i[s+2],h=i[s+3],f=r[o+0],d=r[o+1],g=r[o+2],_=r[o+3];if(h!==_||l!==f||c!==d||u!==g){let m=l*f+c*d+u*g+h*_;m<0&&(f=-f,d=-d,g=-g,_=-_,m=-m);let p=1-a;if(m<.9995){let v=Math.acos(m),A=Math.sin(v);p=Math.sin(p*v)/A,a=Math.sin(a*v)/A,l=l*p+f*a,c=c*p+d*a,u=u*p+g*a,h=h*p+_*a}else{l=l*p+f*a,c=c*p+d*a,u=u*p+g*a,h=h*p+_*a;let v=1/Math.sqrt(l*l+c*c+u*u+h*h);l*=v,c*=v,u*=v,h*=v}}t[e]=l,t[e+1]=c,t[e+2]=u,t[e+3]=h}static multiplyQuaternionsFlat(t,e,i,s,r,o){let a=i[s],l=i[s+1],c=i[s+2],u=i[s+3],h=r[o],f=r[o+1],d=r[o+2],g=r[o+3];return t[e]=a*g+u*h+l*d-c*f,t[e+1]=l*g+u*f+c*h-a*d,t[e+2]=c*g+u*d+a*f-l*h,t[e+3]=u*g-a*h-l*f-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,i,s){return this._x=t,this._y=e,this._z=i,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let i=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(i/2),u=a(s/2),h=a(r/2),f=l(i/2),d=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=f*u*h+c*d*g,this._y=c*d*h-f*u*g,this._z=c*u*g+f*d*h,this._w=c*u*h-f*d*g;break;case"YXZ":this._x=f*u*h+c*d*g,this._y=c*d*h-f*u*g,this._z=c*u*g-f*d*h,this._w=c*u*h+f*d*g;break;case"ZXY":this._x=f*u*h-c*d*g,this._y=c*d*h+f*u*g,this._z=c*u*g+f*d*h,this._w=c*u*h-f*d*g;break;case"ZYX":this._x=f*u*h-c*d*g,this._y=c*d*h+f*u*g,this._z=c*u*g-f*d*h,this._w=c*u*h+f*d*g;break;case"YZX":this._x=f*u*h+c*d*g,this._y=c*d*h+f*u*g,this._z=c*u*g-f*d*h,this._w=c*u*h-f*d*g;break;case"XZY":this._x=f*u*h-c*d*g,this._y=c*d*h-f*u*g,this._z=c*u*g+f*d*h,this._w=c*u*h+f*d*g;break;default:Jt("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let i=e/2,s=Math.sin(i);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,i=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],u=e[6],h=e[10],f=i+a+h;if(f>0){let d=.5/Math.sqrt(f+1);this._w=.25/d,this._x=(u-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(i>a&&i>h){let d=2*Math.sqrt(1+i-a-h);this._w=(u-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>h){let d=2*Math.sqrt(1+a-i-h);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+u)/d}else{let d=2*Math.sqrt(1+h-i-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+u)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let i=t.dot(e)+1;return i<1e-8?(i=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=i):(this._x=0,this._y=-t.z,this._z=t.y,this._w=i)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=i),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(Se(this.dot(t),-1,1)))}rotateTowards(t,e){let i=this.angleTo(t);if(i===0)return this;let s=Math.min(1,e/i);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let i=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,u=e._w;return this._x=i*u+o*a+s*c-r*l,this._y=s*u+o*l+r*a-i*c,this._z=r*u+o*c+i*l-s*a,this._w=o*u-i*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let i=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(i=-i,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),u=Math.sin(c);l=Math.sin(l*c)/u,e=Math.sin(e*c)/u,this._x=this._x*l+i*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+i*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,i){return this.copy(t).slerp(e,i)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),i=Math.random(),s=Math.sqrt(1-i),r=Math.sqrt(i);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},j=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,i=0){this.x=t,this.y=e,this.z=i}set(t,e,i){return i===void 0&&(i=this.z),this.x=t,this.y=e,this.z=i,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(md.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(md.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,i=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*i+r[6]*s,this.y=r[1]*e+r[4]*i+r[7]*s,this.z=r[2]*e+r[5]*i+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,i=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*i+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*i+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*i+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*i+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,i=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*i),u=2*(a*e-r*s),h=2*(r*i-o*e);return this.x=e+l*c+o*h-a*u,this.y=i+l*u+a*c-r*h,this.z=s+l*h+r*u-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,i=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*i+r[8]*s,this.y=r[1]*e+r[5]*i+r[9]*s,this.z=r[2]*e+r[6]*i+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=Se(this.x,t.x,e.x),this.y=Se(this.y,t.y,e.y),this.z=Se(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=Se(this.x,t,e),this.y=Se(this.y,t,e),this.z=Se(this.z,t,e),this}clampLength(t,e){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Se(i,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,i){return this.x=t.x+(e.x-t.x)*i,this.y=t.y+(e.y-t.y)*i,this.z=t.z+(e.z-t.z)*i,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let i=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-i*l,this.z=i*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let i=t.dot(this)/e;return this.copy(t).multiplyScalar(i)}projectOnPlane(t){return wh.copy(this).projectOnVector(t),this.sub(wh)}reflect(t){return this.sub(wh.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let i=this.dot(t)/e;return Math.acos(Se(i,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,i=this.y-t.y,s=this.z-t.z;return e*e+i*i+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,i){let s=Math.sin(e)*t;return this.x=s*Math.sin(i),this.y=Math.cos(e)*t,this.z=s*Math.cos(i),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,i){return this.x=t*Math.sin(e),this.y=i,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),i=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=i,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,i=Math.sqrt(1-e*e);return this.x=i*Math.cos(t),this.y=e,this.z=i*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},wh=new j,md=new vi,se=class{static{this.prototype.isMatrix3=!0}constructor(t,e,i,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,i,s,r,o,a,l,c)}set(t,e,i,s,r,o,a,l,c){let u=this.elements;return u[0]=t,u[1]=s,u[2]=a,u[3]=e,u[4]=r,u[5]=l,u[6]=i,u[7]=o,u[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,i=t.elements;return e[0]=i[0],e[1]=i[1],e[2]=i[2],e[3]=i[3],e[4]=i[4],e[5]=i[5],e[6]=i[6],e[7]=i[7],e[8]=i[8],this}extractBasis(t,e,i){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let i=t.elements,s=e.elements,r=this.elements,o=i[0],a=i[3],l=i[6],c=i[1],u=i[4],h=i[7],f=i[2],d=i[5],g=i[8],_=s[0],m=s[3],p=s[6],v=s[1],A=s[4],S=s[7],R=s[2],w=s[5],x=s[8];return r[0]=o*_+a*v+l*R,r[3]=o*m+a*A+l*w,r[6]=o*p+a*S+l*x,r[1]=c*_+u*v+h*R,r[4]=c*m+u*A+h*w,r[7]=c*p+u*S+h*x,r[2]=f*_+d*v+g*R,r[5]=f*m+d*A+g*w,r[8]=f*p+d*S+g*x,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],i=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8];return e*o*u-e*a*c-i*r*u+i*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],i=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8],h=u*o-a*c,f=a*l-u*r,d=c*r-o*l,g=e*h+i*f+s*d;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/g;return t[0]=h*_,t[1]=(s*c-u*i)*_,t[2]=(a*i-s*o)*_,t[3]=f*_,t[4]=(u*e-s*l)*_,t[5]=(s*r-a*e)*_,t[6]=d*_,t[7]=(i*l-c*e)*_,t[8]=(o*e-i*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,i,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(i*l,i*c,-i*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return Vo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Eh.makeScale(t,e)),this}rotate(t){return Vo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Eh.makeRotation(-t)),this}translate(t,e){return Vo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Eh.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),i=Math.sin(t);return this.set(e,-i,0,i,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,i=t.elements;for(let s=0;s<9;s++)if(e[s]!==i[s])return!1;return!0}fromArray(t,e=0){for(let i=0;i<9;i++)this.elements[i]=t[i+e];return this}toArray(t=[],e=0){let i=this.elements;return t[e]=i[0],t[e+1]=i[1],t[e+2]=i[2],t[e+3]=i[3],t[e+4]=i[4],t[e+5]=i[5],t[e+6]=i[6],t[e+7]=i[7],t[e+8]=i[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Eh=new se,gd=new se().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),_d=new se().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function u_(){let n={enabled:!0,workingColorSpace:Ho,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ae&&(s.r=fs(s.r),s.g=fs(s.g),s.b=fs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ae&&(s.r=Hr(s.r),s.g=Hr(s.g),s.b=Hr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===vs?Wo:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[Ho]:{primaries:t,whitePoint:i,transfer:Wo,toXYZ:gd,fromXYZ:_d,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:oi},outputColorSpaceConfig:{drawingBufferColorSpace:oi}},[oi]:{primaries:t,whitePoint:i,transfer:Ae,toXYZ:gd,fromXYZ:_d,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:oi}}}),n}var xe=u_();function fs(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function Hr(n){return n<.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var Pr,Ml=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let i;if(t instanceof HTMLCanvasElement)i=t;else{Pr===void 0&&(Pr=Xo("canvas")),Pr.width=t.width,Pr.height=t.height;let s=Pr.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),i=Pr}return i.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=Xo("canvas");e.width=t.width,e.height=t.height;let i=e.getContext("2d");i.drawImage(t,0,0,t.width,t.height);let s=i.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=fs(r[o]/255)*255;return i.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let i=0;i<e.length;i++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[i]=Math.floor(fs(e[i]/255)*255):e[i]=fs(e[i]);return{data:e,width:t.width,height:t.height}}else return Jt("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},f_=0,$r=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:f_++}),this.uuid=xa(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let i={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Th(s[o].image)):r.push(Th(s[o]))}else r=Th(s);i.url=r}return e||(t.images[this.uuid]=i),i}};function Th(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?Ml.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(Jt("Texture: Unable to serialize Texture."),{})}var d_=0,Ah=new j,Kn=class n extends Yi{constructor(t=n.DEFAULT_IMAGE,e=n.DEFAULT_MAPPING,i=qi,s=qi,r=Yn,o=_s,a=Di,l=jn,c=n.DEFAULT_ANISOTROPY,u=vs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:d_++}),this.uuid=xa(),this.name="",this.source=new $r(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=i,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new ve(0,0),this.repeat=new ve(1,1),this.center=new ve(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new se,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Ah).x}get height(){return this.source.getSize(Ah).y}get depth(){return this.source.getSize(Ah).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let i=t[e];if(i===void 0){Jt(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Jt(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&i&&s.isVector2&&i.isVector2||s&&i&&s.isVector3&&i.isVector3||s&&i&&s.isMatrix3&&i.isMatrix3?s.copy(i):this[e]=i}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),e||(t.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==fu)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case xl:t.x=t.x-Math.floor(t.x);break;case qi:t.x=t.x<0?0:1;break;case vl:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case xl:t.y=t.y-Math.floor(t.y);break;case qi:t.y=t.y<0?0:1;break;case vl:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Kn.DEFAULT_IMAGE=null;Kn.DEFAULT_MAPPING=fu;Kn.DEFAULT_ANISOTROPY=1;var Ye=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,i=0,s=1){this.x=t,this.y=e,this.z=i,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,i,s){return this.x=t,this.y=e,this.z=i,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,i=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*i+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*i+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*i+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*i+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,i,s,r,l=t.elements,c=l[0],u=l[4],h=l[8],f=l[1],d=l[5],g=l[9],_=l[2],m=l[6],p=l[10];if(Math.abs(u-f)<.01&&Math.abs(h-_)<.01&&Math.abs(g-m)<.01){if(Math.abs(u+f)<.1&&Math.abs(h+_)<.1&&Math.abs(g+m)<.1&&Math.abs(c+d+p-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let A=(c+1)/2,S=(d+1)/2,R=(p+1)/2,w=(u+f)/4,x=(h+_)/4,b=(g+m)/4;return A>S&&A>R?A<.01?(i=0,s=.707106781,r=.707106781):(i=Math.sqrt(A),s=w/i,r=x/i):S>R?S<.01?(i=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),i=w/s,r=b/s):R<.01?(i=.707106781,s=.707106781,r=0):(r=Math.sqrt(R),i=x/r,s=b/r),this.set(i,s,r,e),this}let v=Math.sqrt((m-g)*(m-g)+(h-_)*(h-_)+(f-u)*(f-u));return Math.abs(v)<.001&&(v=1),this.x=(m-g)/v,this.y=(h-_)/v,this.z=(f-u)/v,this.w=Math.acos((c+d+p-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=Se(this.x,t.x,e.x),this.y=Se(this.y,t.y,e.y),this.z=Se(this.z,t.z,e.z),this.w=Se(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=Se(this.x,t,e),this.y=Se(this.y,t,e),this.z=Se(this.z,t,e),this.w=Se(this.w,t,e),this}clampLength(t,e){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Se(i,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,i){return this.x=t.x+(e.x-t.x)*i,this.y=t.y+(e.y-t.y)*i,this.z=t.z+(e.z-t.z)*i,this.w=t.w+(e.w-t.w)*i,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},bl=class extends Yi{constructor(t=1,e=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Yn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=i.depth,this.scissor=new Ye(0,0,t,e),this.scissorTest=!1,this.viewport=new Ye(0,0,t,e),this.textures=[];let s=i.count;for(let r=0;r<s;r++)this.textures[r]=new Kn({width:t,height:e,depth:i.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Yn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,i=1){if(this.width!==t||this.height!==e||this.depth!==i){this.width=t,this.height=e,this.depth=i;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=i,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,i=t.textures.length;e<i;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new $r(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},li=class extends bl{constructor(t=1,e=1,i={}){super(t,e,i),this.isWebGLRenderTarget=!0}},qo=class extends Kn{constructor(t=null,e=1,i=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:i,depth:s},this.magFilter=An,this.minFilter=An,this.wrapR=qi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var wl=class extends Kn{constructor(t=null,e=1,i=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:i,depth:s},this.magFilter=An,this.minFilter=An,this.wrapR=qi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Ue=class n{static{this.prototype.isMatrix4=!0}constructor(t,e,i,s,r,o,a,l,c,u,h,f,d,g,_,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,i,s,r,o,a,l,c,u,h,f,d,g,_,m)}set(t,e,i,s,r,o,a,l,c,u,h,f,d,g,_,m){let p=this.elements;return p[0]=t,p[4]=e,p[8]=i,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=u,p[10]=h,p[14]=f,p[3]=d,p[7]=g,p[11]=_,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(t){let e=this.elements,i=t.elements;return e[0]=i[0],e[1]=i[1],e[2]=i[2],e[3]=i[3],e[4]=i[4],e[5]=i[5],e[6]=i[6],e[7]=i[7],e[8]=i[8],e[9]=i[9],e[10]=i[10],e[11]=i[11],e[12]=i[12],e[13]=i[13],e[14]=i[14],e[15]=i[15],this}copyPosition(t){let e=this.elements,i=t.elements;return e[12]=i[12],e[13]=i[13],e[14]=i[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,i){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),i.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(t,e,i){return this.set(t.x,e.x,i.x,0,t.y,e.y,i.y,0,t.z,e.z,i.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,i=t.elements,s=1/Ir.setFromMatrixColumn(t,0).length(),r=1/Ir.setFromMatrixColumn(t,1).length(),o=1/Ir.setFromMatrixColumn(t,2).length();return e[0]=i[0]*s,e[1]=i[1]*s,e[2]=i[2]*s,e[3]=0,e[4]=i[4]*r,e[5]=i[5]*r,e[6]=i[6]*r,e[7]=0,e[8]=i[8]*o,e[9]=i[9]*o,e[10]=i[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,i=t.x,s=t.y,r=t.z,o=Math.cos(i),a=Math.sin(i),l=Math.cos(s),c=Math.sin(s),u=Math.cos(r),h=Math.sin(r);if(t.order==="XYZ"){let f=o*u,d=o*h,g=a*u,_=a*h;e[0]=l*u,e[4]=-l*h,e[8]=c,e[1]=d+g*c,e[5]=f-_*c,e[9]=-a*l,e[2]=_-f*c,e[6]=g+d*c,e[10]=o*l}else if(t.order==="YXZ"){let f=l*u,d=l*h,g=c*u,_=c*h;e[0]=f+_*a,e[4]=g*a-d,e[8]=o*c,e[1]=o*h,e[5]=o*u,e[9]=-a,e[2]=d*a-g,e[6]=_+f*a,e[10]=o*l}else if(t.order==="ZXY"){let f=l*u,d=l*h,g=c*u,_=c*h;e[0]=f-_*a,e[4]=-o*h,e[8]=g+d*a,e[1]=d+g*a,e[5]=o*u,e[9]=_-f*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let f=o*u,d=o*h,g=a*u,_=a*h;e[0]=l*u,e[4]=g*c-d,e[8]=f*c+_,e[1]=l*h,e[5]=_*c+f,e[9]=d*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let f=o*l,d=o*c,g=a*l,_=a*c;e[0]=l*u,e[4]=_-f*h,e[8]=g*h+d,e[1]=h,e[5]=o*u,e[9]=-a*u,e[2]=-c*u,e[6]=d*h+g,e[10]=f-_*h}else if(t.order==="XZY"){let f=o*l,d=o*c,g=a*l,_=a*c;e[0]=l*u,e[4]=-h,e[8]=c*u,e[1]=f*h+_,e[5]=o*u,e[9]=d*h-g,e[2]=g*h-d,e[6]=a*u,e[10]=_*h+f}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(p_,t,m_)}lookAt(t,e,i){let s=this.elements;return si.subVectors(t,e),si.lengthSq()===0&&(si.z=1),si.normalize(),Rs.crossVectors(i,si),Rs.lengthSq()===0&&(Math.abs(i.z)===1?si.x+=1e-4:si.z+=1e-4,si.normalize(),Rs.crossVectors(i,si)),Rs.normalize(),Va.crossVectors(si,Rs),s[0]=Rs.x,s[4]=Va.x,s[8]=si.x,s[1]=Rs.y,s[5]=Va.y,s[9]=si.y,s[2]=Rs.z,s[6]=Va.z,s[10]=si.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let i=t.elements,s=e.elements,r=this.elements,o=i[0],a=i[4],l=i[8],c=i[12],u=i[1],h=i[5],f=i[9],d=i[13],g=i[2],_=i[6],m=i[10],p=i[14],v=i[3],A=i[7],S=i[11],R=i[15],w=s[0],x=s[4],b=s[8],B=s[12],P=s[1],I=s[5],F=s[9],O=s[13],D=s[2],G=s[6],$=s[10],H=s[14],ft=s[3],Z=s[7],et=s[11],rt=s[15];return r[0]=o*w+a*P+l*D+c*ft,r[4]=o*x+a*I+l*G+c*Z,r[8]=o*b+a*F+l*$+c*et,r[12]=o*B+a*O+l*H+c*rt,r[1]=u*w+h*P+f*D+d*ft,r[5]=u*x+h*I+f*G+d*Z,r[9]=u*b+h*F+f*$+d*et,r[13]=u*B+h*O+f*H+d*rt,r[2]=g*w+_*P+m*D+p*ft,r[6]=g*x+_*I+m*G+p*Z,r[10]=g*b+_*F+m*$+p*et,r[14]=g*B+_*O+m*H+p*rt,r[3]=v*w+A*P+S*D+R*ft,r[7]=v*x+A*I+S*G+R*Z,r[11]=v*b+A*F+S*$+R*et,r[15]=v*B+A*O+S*H+R*rt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],i=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],u=t[2],h=t[6],f=t[10],d=t[14],g=t[3],_=t[7],m=t[11],p=t[15],v=l*d-c*f,A=a*d-c*h,S=a*f-l*h,R=o*d-c*u,w=o*f-l*u,x=o*h-a*u;return e*(_*v-m*A+p*S)-i*(g*v-m*R+p*w)+s*(g*A-_*R+p*x)-r*(g*S-_*w+m*x)}determinantAffine(){let t=this.elements,e=t[0],i=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],u=t[10];return e*(o*u-a*c)-i*(r*u-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,i){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=i),this}invert(){let t=this.elements,e=t[0],i=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8],h=t[9],f=t[10],d=t[11],g=t[12],_=t[13],m=t[14],p=t[15],v=e*a-i*o,A=e*l-s*o,S=e*c-r*o,R=i*l-s*a,w=i*c-r*a,x=s*c-r*l,b=u*_-h*g,B=u*m-f*g,P=u*p-d*g,I=h*m-f*_,F=h*p-d*_,O=f*p-d*m,D=v*O-A*F+S*I+R*P-w*B+x*b;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let G=1/D;return t[0]=(a*O-l*F+c*I)*G,t[1]=(s*F-i*O-r*I)*G,t[2]=(_*x-m*w+p*R)*G,t[3]=(f*w-h*x-d*R)*G,t[4]=(l*P-o*O-c*B)*G,t[5]=(e*O-s*P+r*B)*G,t[6]=(m*S-g*x-p*A)*G,t[7]=(u*x-f*S+d*A)*G,t[8]=(o*F-a*P+c*b)*G,t[9]=(i*P-e*F-r*b)*G,t[10]=(g*w-_*S+p*v)*G,t[11]=(h*S-u*w-d*v)*G,t[12]=(a*B-o*I-l*b)*G,t[13]=(e*I-i*B+s*b)*G,t[14]=(_*A-g*R-m*v)*G,t[15]=(u*R-h*A+f*v)*G,this}scale(t){let e=this.elements,i=t.x,s=t.y,r=t.z;return e[0]*=i,e[4]*=s,e[8]*=r,e[1]*=i,e[5]*=s,e[9]*=r,e[2]*=i,e[6]*=s,e[10]*=r,e[3]*=i,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],i=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,i,s))}makeTranslation(t,e,i){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,i,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),i=Math.sin(t);return this.set(1,0,0,0,0,e,-i,0,0,i,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),i=Math.sin(t);return this.set(e,0,i,0,0,1,0,0,-i,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),i=Math.sin(t);return this.set(e,-i,0,0,i,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let i=Math.cos(e),s=Math.sin(e),r=1-i,o=t.x,a=t.y,l=t.z,c=r*o,u=r*a;return this.set(c*o+i,c*a-s*l,c*l+s*a,0,c*a+s*l,u*a+i,u*l-s*o,0,c*l-s*a,u*l+s*o,r*l*l+i,0,0,0,0,1),this}makeScale(t,e,i){return this.set(t,0,0,0,0,e,0,0,0,0,i,0,0,0,0,1),this}makeShear(t,e,i,s,r,o){return this.set(1,i,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,i){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,u=o+o,h=a+a,f=r*c,d=r*u,g=r*h,_=o*u,m=o*h,p=a*h,v=l*c,A=l*u,S=l*h,R=i.x,w=i.y,x=i.z;return s[0]=(1-(_+p))*R,s[1]=(d+S)*R,s[2]=(g-A)*R,s[3]=0,s[4]=(d-S)*w,s[5]=(1-(f+p))*w,s[6]=(m+v)*w,s[7]=0,s[8]=(g+A)*x,s[9]=(m-v)*x,s[10]=(1-(f+_))*x,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,i){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return i.set(1,1,1),e.identity(),this;let o=Ir.set(s[0],s[1],s[2]).length(),a=Ir.set(s[4],s[5],s[6]).length(),l=Ir.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ai.copy(this);let c=1/o,u=1/a,h=1/l;return Ai.elements[0]*=c,Ai.elements[1]*=c,Ai.elements[2]*=c,Ai.elements[4]*=u,Ai.elements[5]*=u,Ai.elements[6]*=u,Ai.elements[8]*=h,Ai.elements[9]*=h,Ai.elements[10]*=h,e.setFromRotationMatrix(Ai),i.x=o,i.y=a,i.z=l,this}makePerspective(t,e,i,s,r,o,a=xi,l=!1){let c=this.elements,u=2*r/(e-t),h=2*r/(i-s),f=(e+t)/(e-t),d=(i+s)/(i-s),g,_;if(l)g=r/(o-r),_=o*r/(o-r);else if(a===xi)g=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Xr)g=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=f,c[12]=0,c[1]=0,c[5]=h,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,i,s,r,o,a=xi,l=!1){let c=this.elements,u=2/(e-t),h=2/(i-s),f=-(e+t)/(e-t),d=-(i+s)/(i-s),g,_;if(l)g=1/(o-r),_=o/(o-r);else if(a===xi)g=-2/(o-r),_=-(o+r)/(o-r);else if(a===Xr)g=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=0,c[12]=f,c[1]=0,c[5]=h,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,i=t.elements;for(let s=0;s<16;s++)if(e[s]!==i[s])return!1;return!0}fromArray(t,e=0){for(let i=0;i<16;i++)this.elements[i]=t[i+e];return this}toArray(t=[],e=0){let i=this.elements;return t[e]=i[0],t[e+1]=i[1],t[e+2]=i[2],t[e+3]=i[3],t[e+4]=i[4],t[e+5]=i[5],t[e+6]=i[6],t[e+7]=i[7],t[e+8]=i[8],t[e+9]=i[9],t[e+10]=i[10],t[e+11]=i[11],t[e+12]=i[12],t[e+13]=i[13],t[e+14]=i[14],t[e+15]=i[15],t}},Ir=new j,Ai=new Ue,p_=new j(0,0,0),m_=new j(1,1,1),Rs=new j,Va=new j,si=new j,xd=new Ue,vd=new vi,ps=class n{constructor(t=0,e=0,i=0,s=n.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=i,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,i,s=this._order){return this._x=t,this._y=e,this._z=i,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,i=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],u=s[9],h=s[2],f=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(Se(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-u,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(f,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Se(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-h,r),this._z=0);break;case"ZXY":this._x=Math.asin(Se(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(-h,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Se(h,-1,1)),Math.abs(h)<.9999999?(this._x=Math.atan2(f,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(Se(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-u,c),this._y=Math.atan2(-h,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-Se(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(f,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-u,d),this._y=0);break;default:Jt("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,i===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,i){return xd.makeRotationFromQuaternion(t),this.setFromRotationMatrix(xd,e,i)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return vd.setFromEuler(this),this.setFromQuaternion(vd,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ps.DEFAULT_ORDER="XYZ";var $o=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},g_=0,yd=new j,Lr=new vi,as=new Ue,Ga=new j,Fo=new j,__=new j,x_=new vi,Sd=new j(1,0,0),Md=new j(0,1,0),bd=new j(0,0,1),wd={type:"added"},v_={type:"removed"},Nr={type:"childadded",child:null},Ch={type:"childremoved",child:null},On=class n extends Yi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:g_++}),this.uuid=xa(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=n.DEFAULT_UP.clone();let t=new j,e=new ps,i=new vi,s=new j(1,1,1);function r(){i.setFromEuler(e,!1)}function o(){e.setFromQuaternion(i,void 0,!1)}e._onChange(r),i._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ue},normalMatrix:{value:new se}}),this.matrix=new Ue,this.matrixWorld=new Ue,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new $o,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Lr.setFromAxisAngle(t,e),this.quaternion.multiply(Lr),this}rotateOnWorldAxis(t,e){return Lr.setFromAxisAngle(t,e),this.quaternion.premultiply(Lr),this}rotateX(t){return this.rotateOnAxis(Sd,t)}rotateY(t){return this.rotateOnAxis(Md,t)}rotateZ(t){return this.rotateOnAxis(bd,t)}translateOnAxis(t,e){return yd.copy(t).applyQuaternion(this.quaternion),this.position.add(yd.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Sd,t)}translateY(t){return this.translateOnAxis(Md,t)}translateZ(t){return this.translateOnAxis(bd,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(as.copy(this.matrixWorld).invert())}lookAt(t,e,i){t.isVector3?Ga.copy(t):Ga.set(t,e,i);let s=this.parent;this.updateWorldMatrix(!0,!1),Fo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?as.lookAt(Fo,Ga,this.up):as.lookAt(Ga,Fo,this.up),this.quaternion.setFromRotationMatrix(as),s&&(as.extractRotation(s.matrixWorld),Lr.setFromRotationMatrix(as),this.quaternion.premultiply(Lr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(ne("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(wd),Nr.child=t,this.dispatchEvent(Nr),Nr.child=null):ne("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(v_),Ch.child=t,this.dispatchEvent(Ch),Ch.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),as.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),as.multiply(t.parent.matrixWorld)),t.applyMatrix4(as),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(wd),Nr.child=t,this.dispatchEvent(Nr),Nr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let i=0,s=this.children.length;i<s;i++){let o=this.children[i].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,i=[]){this[t]===e&&i.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,i);return i}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Fo,t,__),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Fo,x_,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let i=0,s=e.length;i<s;i++)e[i].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let i=0,s=e.length;i<s;i++)e[i].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,i=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*i-r[8]*s,r[13]+=i-r[1]*e-r[5]*i-r[9]*s,r[14]+=s-r[2]*e-r[6]*i-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let i=0,s=e.length;i<s;i++)e[i].updateMatrixWorld(t)}updateWorldMatrix(t,e,i=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,i)}}toJSON(t){let e=t===void 0||typeof t=="string",i={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,u=l.length;c<u;c++){let h=l[c];r(t.shapes,h)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),u=o(t.images),h=o(t.shapes),f=o(t.skeletons),d=o(t.animations),g=o(t.nodes);a.length>0&&(i.geometries=a),l.length>0&&(i.materials=l),c.length>0&&(i.textures=c),u.length>0&&(i.images=u),h.length>0&&(i.shapes=h),f.length>0&&(i.skeletons=f),d.length>0&&(i.animations=d),g.length>0&&(i.nodes=g)}return i.object=s,i;function o(a){let l=[];for(let c in a){let u=a[c];delete u.metadata,l.push(u)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let i=0;i<t.children.length;i++){let s=t.children[i];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};On.DEFAULT_UP=new j(0,1,0);On.DEFAULT_MATRIX_AUTO_UPDATE=!0;On.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var $i=class extends On{constructor(){super(),this.isGroup=!0,this.type="Group"}},y_={type:"move"},Yr=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new $i,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new $i,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new j,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new j),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new $i,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new j,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new j,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let i of t.hand.values())this._getHandJoint(e,i)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,i){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let m=e.getJointPose(_,i),p=this._getHandJoint(c,_);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.quaternion,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let u=c.joints["index-finger-tip"],h=c.joints["thumb-tip"],f=u.position.distanceTo(h.position),d=.02,g=.005;c.inputState.pinching&&f>d+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&f<=d-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,i),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,i),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(y_)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let i=new $i;i.matrixAutoUpdate=!1,i.visible=!1,t.joints[e.jointName]=i,t.add(i)}return t.joints[e.jointName]}},Ep={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ps={h:0,s:0,l:0},Ha={h:0,s:0,l:0};function Rh(n,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?n+(t-n)*6*e:e<1/2?t:e<2/3?n+(t-n)*6*(2/3-e):n}var fe=class{constructor(t,e,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,i)}set(t,e,i){if(e===void 0&&i===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,i);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=oi){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,xe.colorSpaceToWorking(this,e),this}setRGB(t,e,i,s=xe.workingColorSpace){return this.r=t,this.g=e,this.b=i,xe.colorSpaceToWorking(this,s),this}setHSL(t,e,i,s=xe.workingColorSpace){if(t=l_(t,1),e=Se(e,0,1),i=Se(i,0,1),e===0)this.r=this.g=this.b=i;else{let r=i<=.5?i*(1+e):i+e-i*e,o=2*i-r;this.r=Rh(o,r,t+1/3),this.g=Rh(o,r,t),this.b=Rh(o,r,t-1/3)}return xe.colorSpaceToWorking(this,s),this}setStyle(t,e=oi){function i(r){r!==void 0&&parseFloat(r)<1&&Jt("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:Jt("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);Jt("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=oi){let i=Ep[t.toLowerCase()];return i!==void 0?this.setHex(i,e):Jt("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=fs(t.r),this.g=fs(t.g),this.b=fs(t.b),this}copyLinearToSRGB(t){return this.r=Hr(t.r),this.g=Hr(t.g),this.b=Hr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=oi){return xe.workingToColorSpace(Fn.copy(this),t),Math.round(Se(Fn.r*255,0,255))*65536+Math.round(Se(Fn.g*255,0,255))*256+Math.round(Se(Fn.b*255,0,255))}getHexString(t=oi){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=xe.workingColorSpace){xe.workingToColorSpace(Fn.copy(this),e);let i=Fn.r,s=Fn.g,r=Fn.b,o=Math.max(i,s,r),a=Math.min(i,s,r),l,c,u=(a+o)/2;if(a===o)l=0,c=0;else{let h=o-a;switch(c=u<=.5?h/(o+a):h/(2-o-a),o){case i:l=(s-r)/h+(s<r?6:0);break;case s:l=(r-i)/h+2;break;case r:l=(i-s)/h+4;break}l/=6}return t.h=l,t.s=c,t.l=u,t}getRGB(t,e=xe.workingColorSpace){return xe.workingToColorSpace(Fn.copy(this),e),t.r=Fn.r,t.g=Fn.g,t.b=Fn.b,t}getStyle(t=oi){xe.workingToColorSpace(Fn.copy(this),t);let e=Fn.r,i=Fn.g,s=Fn.b;return t!==oi?`color(${t} ${e.toFixed(3)} ${i.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(i*255)},${Math.round(s*255)})`}offsetHSL(t,e,i){return this.getHSL(Ps),this.setHSL(Ps.h+t,Ps.s+e,Ps.l+i)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,i){return this.r=t.r+(e.r-t.r)*i,this.g=t.g+(e.g-t.g)*i,this.b=t.b+(e.b-t.b)*i,this}lerpHSL(t,e){this.getHSL(Ps),t.getHSL(Ha);let i=bh(Ps.h,Ha.h,e),s=bh(Ps.s,Ha.s,e),r=bh(Ps.l,Ha.l,e);return this.setHSL(i,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,i=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*i+r[6]*s,this.g=r[1]*e+r[4]*i+r[7]*s,this.b=r[2]*e+r[5]*i+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Fn=new fe;fe.NAMES=Ep;var Yo=class extends On{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ps,this.environmentIntensity=1,this.environmentRotation=new ps,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Ci=new j,ls=new j,Ph=new j,cs=new j,Dr=new j,Ur=new j,Ed=new j,Ih=new j,Lh=new j,Nh=new j,Dh=new Ye,Uh=new Ye,Fh=new Ye,Ds=class n{constructor(t=new j,e=new j,i=new j){this.a=t,this.b=e,this.c=i}static getNormal(t,e,i,s){s.subVectors(i,e),Ci.subVectors(t,e),s.cross(Ci);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,i,s,r){Ci.subVectors(s,e),ls.subVectors(i,e),Ph.subVectors(t,e);let o=Ci.dot(Ci),a=Ci.dot(ls),l=Ci.dot(Ph),c=ls.dot(ls),u=ls.dot(Ph),h=o*c-a*a;if(h===0)return r.set(0,0,0),null;let f=1/h,d=(c*l-a*u)*f,g=(o*u-a*l)*f;return r.set(1-d-g,g,d)}static containsPoint(t,e,i,s){return this.getBarycoord(t,e,i,s,cs)===null?!1:cs.x>=0&&cs.y>=0&&cs.x+cs.y<=1}static getInterpolation(t,e,i,s,r,o,a,l){return this.getBarycoord(t,e,i,s,cs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,cs.x),l.addScaledVector(o,cs.y),l.addScaledVector(a,cs.z),l)}static getInterpolatedAttribute(t,e,i,s,r,o){return Dh.setScalar(0),Uh.setScalar(0),Fh.setScalar(0),Dh.fromBufferAttribute(t,e),Uh.fromBufferAttribute(t,i),Fh.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Dh,r.x),o.addScaledVector(Uh,r.y),o.addScaledVector(Fh,r.z),o}static isFrontFacing(t,e,i,s){return Ci.subVectors(i,e),ls.subVectors(t,e),Ci.cross(ls).dot(s)<0}set(t,e,i){return this.a.copy(t),this.b.copy(e),this.c.copy(i),this}setFromPointsAndIndices(t,e,i,s){return this.a.copy(t[e]),this.b.copy(t[i]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,i,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,i),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Ci.subVectors(this.c,this.b),ls.subVectors(this.a,this.b),Ci.cross(ls).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return n.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return n.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,i,s,r){return n.getInterpolation(t,this.a,this.b,this.c,e,i,s,r)}containsPoint(t){return n.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return n.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let i=this.a,s=this.b,r=this.c,o,a;Dr.subVectors(s,i),Ur.subVectors(r,i),Ih.subVectors(t,i);let l=Dr.dot(Ih),c=Ur.dot(Ih);if(l<=0&&c<=0)return e.copy(i);Lh.subVectors(t,s);let u=Dr.dot(Lh),h=Ur.dot(Lh);if(u>=0&&h<=u)return e.copy(s);let f=l*h-u*c;if(f<=0&&l>=0&&u<=0&&l-u>0)return o=l/(l-u),e.copy(i).addScaledVector(Dr,o);Nh.subVectors(t,r);let d=Dr.dot(Nh),g=Ur.dot(Nh);if(g>=0&&d<=g)return e.copy(r);let _=d*c-l*g;if(_<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(i).addScaledVector(Ur,a);let m=u*g-d*h;if(m<=0&&h-u>=0&&d-g>=0)return Ed.subVectors(r,s),a=(h-u)/(h-u+(d-g)),e.copy(s).addScaledVector(Ed,a);let p=1/(m+_+f);return o=_*p,a=f*p,e.copy(i).addScaledVector(Dr,o).addScaledVector(Ur,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Us=class{constructor(t=new j(1/0,1/0,1/0),e=new j(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,i=t.length;e<i;e+=3)this.expandByPoint(Ri.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,i=t.count;e<i;e++)this.expandByPoint(Ri.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,i=t.length;e<i;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let i=Ri.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(i),this.max.copy(t).add(i),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let i=t.geometry;if(i!==void 0){let r=i.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Ri):Ri.fromBufferAttribute(r,o),Ri.applyMatrix4(t.matrixWorld),this.expandByPoint(Ri);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),Wa.copy(t.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),Wa.copy(i.boundingBox)),Wa.applyMatrix4(t.matrixWorld),this.union(Wa)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Ri),Ri.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,i;return t.normal.x>0?(e=t.normal.x*this.min.x,i=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,i=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,i+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,i+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,i+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,i+=t.normal.z*this.min.z),e<=-t.constant&&i>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Oo),Xa.subVectors(this.max,Oo),Fr.subVectors(t.a,Oo),Or.subVectors(t.b,Oo),Br.subVectors(t.c,Oo),Is.subVectors(Or,Fr),Ls.subVectors(Br,Or),Zs.subVectors(Fr,Br);let e=[0,-Is.z,Is.y,0,-Ls.z,Ls.y,0,-Zs.z,Zs.y,Is.z,0,-Is.x,Ls.z,0,-Ls.x,Zs.z,0,-Zs.x,-Is.y,Is.x,0,-Ls.y,Ls.x,0,-Zs.y,Zs.x,0];return!Oh(e,Fr,Or,Br,Xa)||(e=[1,0,0,0,1,0,0,0,1],!Oh(e,Fr,Or,Br,Xa))?!1:(qa.crossVectors(Is,Ls),e=[qa.x,qa.y,qa.z],Oh(e,Fr,Or,Br,Xa))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Ri).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Ri).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(hs[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),hs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),hs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),hs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),hs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),hs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),hs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),hs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(hs),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},hs=[new j,new j,new j,new j,new j,new j,new j,new j],Ri=new j,Wa=new Us,Fr=new j,Or=new j,Br=new j,Is=new j,Ls=new j,Zs=new j,Oo=new j,Xa=new j,qa=new j,Ks=new j;function Oh(n,t,e,i,s){for(let r=0,o=n.length-3;r<=o;r+=3){Ks.fromArray(n,r);let a=s.x*Math.abs(Ks.x)+s.y*Math.abs(Ks.y)+s.z*Math.abs(Ks.z),l=t.dot(Ks),c=e.dot(Ks),u=i.dot(Ks);if(Math.max(-Math.max(l,c,u),Math.min(l,c,u))>a)return!1}return!0}var dn=new j,$a=new ve,S_=0,ai=class extends Yi{constructor(t,e,i=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:S_++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=i,this.usage=vp,this.updateRanges=[],this.gpuType=Li,this.version=0,this._normalizationScale=t!==void 0?Eu(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,i){t*=this.itemSize,i*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[i+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,i=this.count;e<i;e++)$a.fromBufferAttribute(this,e),$a.applyMatrix3(t),this.setXY(e,$a.x,$a.y);else if(this.itemSize===3)for(let e=0,i=this.count;e<i;e++)dn.fromBufferAttribute(this,e),dn.applyMatrix3(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}applyMatrix4(t){for(let e=0,i=this.count;e<i;e++)dn.fromBufferAttribute(this,e),dn.applyMatrix4(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}applyNormalMatrix(t){for(let e=0,i=this.count;e<i;e++)dn.fromBufferAttribute(this,e),dn.applyNormalMatrix(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}transformDirection(t){for(let e=0,i=this.count;e<i;e++)dn.fromBufferAttribute(this,e),dn.transformDirection(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let i=this.array[t*this.itemSize+e];return this.normalized&&(i=this._denormalize(i)),i}setComponent(t,e,i){return this.normalized&&(i=this._normalize(i)),this.array[t*this.itemSize+e]=i,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,i){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),i=this._normalize(i)),this.array[t+0]=e,this.array[t+1]=i,this}setXYZ(t,e,i,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),i=this._normalize(i),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=i,this.array[t+2]=s,this}setXYZW(t,e,i,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),i=this._normalize(i),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=i,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):c_(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):h_(t,this.array)}};var Jo=class extends ai{constructor(t,e,i){super(new Uint16Array(t),e,i)}};var Zo=class extends ai{constructor(t,e,i){super(new Uint32Array(t),e,i)}};var Xe=class extends ai{constructor(t,e,i){super(new Float32Array(t),e,i)}},M_=new Us,Bo=new j,Bh=new j,tr=class{constructor(t=new j,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let i=this.center;e!==void 0?i.copy(e):M_.setFromPoints(t).getCenter(i);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,i.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let i=this.center.distanceToSquared(t);return e.copy(t),i>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Bo.subVectors(t,this.center);let e=Bo.lengthSq();if(e>this.radius*this.radius){let i=Math.sqrt(e),s=(i-this.radius)*.5;this.center.addScaledVector(Bo,s/i),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Bh.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Bo.copy(t.center).add(Bh)),this.expandByPoint(Bo.copy(t.center).sub(Bh))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},b_=0,_i=new Ue,kh=new On,kr=new j,ri=new Us,ko=new Us,Tn=new j,Bn=class n extends Yi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:b_++}),this.uuid=xa(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(o_(t)?Zo:Jo)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,i=0){this.groups.push({start:t,count:e,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let r=new se().getNormalMatrix(t);i.applyNormalMatrix(r),i.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return _i.makeRotationFromQuaternion(t),this.applyMatrix4(_i),this}rotateX(t){return _i.makeRotationX(t),this.applyMatrix4(_i),this}rotateY(t){return _i.makeRotationY(t),this.applyMatrix4(_i),this}rotateZ(t){return _i.makeRotationZ(t),this.applyMatrix4(_i),this}translate(t,e,i){return _i.makeTranslation(t,e,i),this.applyMatrix4(_i),this}scale(t,e,i){return _i.makeScale(t,e,i),this.applyMatrix4(_i),this}lookAt(t){return kh.lookAt(t),kh.updateMatrix(),this.applyMatrix4(kh.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(kr).negate(),this.translate(kr.x,kr.y,kr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let i=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];i.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Xe(i,3))}else{let i=Math.min(t.length,e.count);for(let s=0;s<i;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&Jt("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Us);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ne("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new j(-1/0,-1/0,-1/0),new j(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let i=0,s=e.length;i<s;i++){let r=e[i];ri.setFromBufferAttribute(r),this.morphTargetsRelative?(Tn.addVectors(this.boundingBox.min,ri.min),this.boundingBox.expandByPoint(Tn),Tn.addVectors(this.boundingBox.max,ri.max),this.boundingBox.expandByPoint(Tn)):(this.boundingBox.expandByPoint(ri.min),this.boundingBox.expandByPoint(ri.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ne('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new tr);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ne("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new j,1/0);return}if(t){let i=this.boundingSphere.center;if(ri.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];ko.setFromBufferAttribute(a),this.morphTargetsRelative?(Tn.addVectors(ri.min,ko.min),ri.expandByPoint(Tn),Tn.addVectors(ri.max,ko.max),ri.expandByPoint(Tn)):(ri.expandByPoint(ko.min),ri.expandByPoint(ko.max))}ri.getCenter(i);let s=0;for(let r=0,o=t.count;r<o;r++)Tn.fromBufferAttribute(t,r),s=Math.max(s,i.distanceToSquared(Tn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,u=a.count;c<u;c++)Tn.fromBufferAttribute(a,c),l&&(kr.fromBufferAttribute(t,c),Tn.add(kr)),s=Math.max(s,i.distanceToSquared(Tn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&ne('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){ne("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==i.count)&&(o=new ai(new Float32Array(4*i.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(i.count);for(let B=0;B<i.count;B++)a[B]=new j,l[B]=new j;let u=new j,h=new j,f=new j,d=new ve,g=new ve,_=new ve,m=new j,p=new j;function v(B,P,I){c[B]=c[P]=c[I]=1,u.fromBufferAttribute(i,B),h.fromBufferAttribute(i,P),f.fromBufferAttribute(i,I),d.fromBufferAttribute(r,B),g.fromBufferAttribute(r,P),_.fromBufferAttribute(r,I),h.sub(u),f.sub(u),g.sub(d),_.sub(d);let F=1/(g.x*_.y-_.x*g.y);isFinite(F)&&(m.copy(h).multiplyScalar(_.y).addScaledVector(f,-g.y).multiplyScalar(F),p.copy(f).multiplyScalar(g.x).addScaledVector(h,-_.x).multiplyScalar(F),a[B].add(m),a[P].add(m),a[I].add(m),l[B].add(p),l[P].add(p),l[I].add(p))}let A=this.groups;A.length===0&&(A=[{start:0,count:t.count}]);for(let B=0,P=A.length;B<P;++B){let I=A[B],F=I.start,O=I.count;for(let D=F,G=F+O;D<G;D+=3)v(t.getX(D+0),t.getX(D+1),t.getX(D+2))}let S=new j,R=new j,w=new j,x=new j;function b(B){w.fromBufferAttribute(s,B),x.copy(w);let P=a[B];S.copy(P),S.sub(w.multiplyScalar(w.dot(P))).normalize(),R.crossVectors(x,P);let F=R.dot(l[B])<0?-1:1;o.setXYZW(B,S.x,S.y,S.z,F)}for(let B=0,P=i.count;B<P;++B)c[B]&&b(B);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==e.count)i=new ai(new Float32Array(e.count*3),3),this.setAttribute("normal",i);else for(let f=0,d=i.count;f<d;f++)i.setXYZ(f,0,0,0);let s=new j,r=new j,o=new j,a=new j,l=new j,c=new j,u=new j,h=new j;if(t)for(let f=0,d=t.count;f<d;f+=3){let g=t.getX(f+0),_=t.getX(f+1),m=t.getX(f+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,m),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),a.fromBufferAttribute(i,g),l.fromBufferAttribute(i,_),c.fromBufferAttribute(i,m),a.add(u),l.add(u),c.add(u),i.setXYZ(g,a.x,a.y,a.z),i.setXYZ(_,l.x,l.y,l.z),i.setXYZ(m,c.x,c.y,c.z)}else for(let f=0,d=e.count;f<d;f+=3)s.fromBufferAttribute(e,f+0),r.fromBufferAttribute(e,f+1),o.fromBufferAttribute(e,f+2),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),i.setXYZ(f+0,u.x,u.y,u.z),i.setXYZ(f+1,u.x,u.y,u.z),i.setXYZ(f+2,u.x,u.y,u.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,i=t.count;e<i;e++)Tn.fromBufferAttribute(t,e),Tn.normalize(),t.setXYZ(e,Tn.x,Tn.y,Tn.z)}toNonIndexed(){function t(a,l){let c=a.array,u=a.itemSize,h=a.normalized,f=new c.constructor(l.length*u),d=0,g=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?d=l[_]*a.data.stride+a.offset:d=l[_]*u;for(let p=0;p<u;p++)f[g++]=c[d++]}return new ai(f,u,h)}if(this.index===null)return Jt("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new n,i=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,i);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let u=0,h=c.length;u<h;u++){let f=c[u],d=t(f,i);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let i=this.attributes;for(let l in i){let c=i[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],u=[];for(let h=0,f=c.length;h<f;h++){let d=c[h];u.push(d.toJSON(t.data))}u.length>0&&(s[l]=u,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let i=t.index;i!==null&&this.setIndex(i.clone());let s=t.attributes;for(let c in s){let u=s[c];this.setAttribute(c,u.clone(e))}let r=t.morphAttributes;for(let c in r){let u=[],h=r[c];for(let f=0,d=h.length;f<d;f++)u.push(h[f].clone(e));this.morphAttributes[c]=u}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,u=o.length;c<u;c++){let h=o[c];this.addGroup(h.start,h.count,h.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var zh=new j,w_=new j,E_=new se,Pi=class{constructor(t=new j(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,i,s){return this.normal.set(t,e,i),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,i){let s=zh.subVectors(i,e).cross(w_.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,i=!0){let s=t.delta(zh),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return i===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),i=this.distanceToPoint(t.end);return e<0&&i>0||i<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let i=e||E_.getNormalMatrix(t),s=this.coplanarPoint(zh).applyMatrix4(t),r=this.normal.applyMatrix3(i).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},T_=0,ms=class extends Yi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:T_++}),this.uuid=xa(),this.name="",this.type="Material",this.blending=io,this.side=zs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=nu,this.blendDst=iu,this.blendEquation=ir,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new fe(0,0,0),this.blendAlpha=0,this.depthFunc=Wr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=dp,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=hl,this.stencilZFail=hl,this.stencilZPass=hl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let i=t[e];if(i===void 0){Jt(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Jt(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(i):s&&s.isVector2&&i&&i.isVector2||s&&s.isEuler&&i&&i.isEuler||s&&s.isVector3&&i&&i.isVector3?s.copy(i):this[e]=i}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(t).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(t).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(t).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(t).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(t).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(i.textures=r),o.length>0&&(i.images=o)}return i}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new fe().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(i=>new Pi().fromJSON(i))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let i=t.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new ve().fromArray(i)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new ve().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,i=null;if(e!==null){let s=e.length;i=new Array(s);for(let r=0;r!==s;++r)i[r]=e[r].clone()}return this.clippingPlanes=i,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var us=new j,Vh=new j,Ya=new j,Ja=new j,Ko=class{constructor(t=new j,e=new j(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,us)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let i=e.dot(this.direction);return i<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=us.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(us.copy(this.origin).addScaledVector(this.direction,e),us.distanceToSquared(t))}distanceSqToSegment(t,e,i,s){Vh.copy(t).add(e).multiplyScalar(.5),Ya.copy(e).sub(t).normalize(),Ja.copy(this.origin).sub(Vh);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Ya),a=Ja.dot(this.direction),l=-Ja.dot(Ya),c=Ja.lengthSq(),u=Math.abs(1-o*o),h,f,d,g;if(u>0)if(h=o*l-a,f=o*a-l,g=r*u,h>=0)if(f>=-g)if(f<=g){let _=1/u;h*=_,f*=_,d=h*(h+o*f+2*a)+f*(o*h+f+2*l)+c}else f=r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;else f=-r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;else f<=-g?(h=Math.max(0,-(-o*r+a)),f=h>0?-r:Math.min(Math.max(-r,-l),r),d=-h*h+f*(f+2*l)+c):f<=g?(h=0,f=Math.min(Math.max(-r,-l),r),d=f*(f+2*l)+c):(h=Math.max(0,-(o*r+a)),f=h>0?r:Math.min(Math.max(-r,-l),r),d=-h*h+f*(f+2*l)+c);else f=o>0?-r:r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;return i&&i.copy(this.origin).addScaledVector(this.direction,h),s&&s.copy(Vh).addScaledVector(Ya,f),d}intersectSphere(t,e){if(t.radius<0)return null;us.subVectors(t.center,this.origin);let i=us.dot(this.direction),s=us.dot(us)-i*i,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=i-o,l=i+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(t.normal)+t.constant)/e;return i>=0?i:null}intersectPlane(t,e){let i=this.distanceToPlane(t);return i===null?null:this.at(i,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let i,s,r,o,a,l,c=1/this.direction.x,u=1/this.direction.y,h=1/this.direction.z,f=this.origin;return c>=0?(i=(t.min.x-f.x)*c,s=(t.max.x-f.x)*c):(i=(t.max.x-f.x)*c,s=(t.min.x-f.x)*c),u>=0?(r=(t.min.y-f.y)*u,o=(t.max.y-f.y)*u):(r=(t.max.y-f.y)*u,o=(t.min.y-f.y)*u),i>o||r>s||((r>i||isNaN(i))&&(i=r),(o<s||isNaN(s))&&(s=o),h>=0?(a=(t.min.z-f.z)*h,l=(t.max.z-f.z)*h):(a=(t.max.z-f.z)*h,l=(t.min.z-f.z)*h),i>l||a>s)||((a>i||i!==i)&&(i=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(i>=0?i:s,e)}intersectsBox(t){return this.intersectBox(t,us)!==null}intersectTriangle(t,e,i,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,u=a.z,h=t.x-o.x,f=t.y-o.y,d=t.z-o.z,g=e.x-o.x,_=e.y-o.y,m=e.z-o.z,p=i.x-o.x,v=i.y-o.y,A=i.z-o.z,S=Math.abs(l),R=Math.abs(c),w=Math.abs(u),x,b,B,P,I,F,O,D,G,$,H,ft;if(S>=R&&S>=w?(B=l,F=h,G=g,ft=p,l>=0?(x=c,b=u,P=f,I=d,O=_,D=m,$=v,H=A):(x=u,b=c,P=d,I=f,O=m,D=_,$=A,H=v)):R>=w?(B=c,F=f,G=_,ft=v,c>=0?(x=u,b=l,P=d,I=h,O=m,D=g,$=A,H=p):(x=l,b=u,P=h,I=d,O=g,D=m,$=p,H=A)):(B=u,F=d,G=m,ft=A,u>=0?(x=l,b=c,P=h,I=f,O=g,D=_,$=p,H=v):(x=c,b=l,P=f,I=h,O=_,D=g,$=v,H=p)),B===0)return null;let Z=x/B,et=b/B,rt=1/B,K=P-Z*F,st=I-et*F,q=O-Z*G,at=D-et*G,ht=$-Z*ft,dt=H-et*ft,_t=ht*at-dt*q,Ft=K*dt-st*ht,Qt=q*st-at*K;if(s){if(_t<0||Ft<0||Qt<0)return null}else if((_t<0||Ft<0||Qt<0)&&(_t>0||Ft>0||Qt>0))return null;let kt=_t+Ft+Qt;if(kt===0)return null;let ie=rt*(_t*F+Ft*G+Qt*ft);return(kt>0?ie<0:ie>0)?null:this.at(ie/kt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Jr=class extends ms{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new fe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ps,this.combine=su,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Td=new Ue,js=new Ko,Za=new tr,Ad=new j,Ka=new j,ja=new j,Qa=new j,Gh=new j,tl=new j,Cd=new j,el=new j,In=class extends On{constructor(t=new Bn,e=new Jr){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,i=Object.keys(e);if(i.length>0){let s=e[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let i=this.geometry,s=i.attributes.position,r=i.morphAttributes.position,o=i.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){tl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let u=a[l],h=r[l];u!==0&&(Gh.fromBufferAttribute(h,t),o?tl.addScaledVector(Gh,u):tl.addScaledVector(Gh.sub(e),u))}e.add(tl)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let i=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),Za.copy(i.boundingSphere),Za.applyMatrix4(r),js.copy(t.ray).recast(t.near),!(Za.containsPoint(js.origin)===!1&&(js.intersectSphere(Za,Ad)===null||js.origin.distanceToSquared(Ad)>(t.far-t.near)**2))&&(Td.copy(r).invert(),js.copy(t.ray).applyMatrix4(Td),!(i.boundingBox!==null&&js.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(t,e,js)))}_computeIntersections(t,e,i){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,u=r.attributes.uv1,h=r.attributes.normal,f=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,_=f.length;g<_;g++){let m=f[g],p=o[m.materialIndex],v=Math.max(m.start,d.start),A=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let S=v,R=A;S<R;S+=3){let w=a.getX(S),x=a.getX(S+1),b=a.getX(S+2);s=nl(this,p,t,i,c,u,h,w,x,b),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),_=Math.min(a.count,d.start+d.count);for(let m=g,p=_;m<p;m+=3){let v=a.getX(m),A=a.getX(m+1),S=a.getX(m+2);s=nl(this,o,t,i,c,u,h,v,A,S),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,_=f.length;g<_;g++){let m=f[g],p=o[m.materialIndex],v=Math.max(m.start,d.start),A=Math.min(l.count,Math.min(m.start+m.count,d.start+d.count));for(let S=v,R=A;S<R;S+=3){let w=S,x=S+1,b=S+2;s=nl(this,p,t,i,c,u,h,w,x,b),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),_=Math.min(l.count,d.start+d.count);for(let m=g,p=_;m<p;m+=3){let v=m,A=m+1,S=m+2;s=nl(this,o,t,i,c,u,h,v,A,S),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function A_(n,t,e,i,s,r,o,a){let l;if(t.side===Jn?l=i.intersectTriangle(o,r,s,!0,a):l=i.intersectTriangle(s,r,o,t.side===zs,a),l===null)return null;el.copy(a),el.applyMatrix4(n.matrixWorld);let c=e.ray.origin.distanceTo(el);return c<e.near||c>e.far?null:{distance:c,point:el.clone(),object:n}}function nl(n,t,e,i,s,r,o,a,l,c){n.getVertexPosition(a,Ka),n.getVertexPosition(l,ja),n.getVertexPosition(c,Qa);let u=A_(n,t,e,i,Ka,ja,Qa,Cd);if(u){let h=new j;Ds.getBarycoord(Cd,Ka,ja,Qa,h),s&&(u.uv=Ds.getInterpolatedAttribute(s,a,l,c,h,new ve)),r&&(u.uv1=Ds.getInterpolatedAttribute(r,a,l,c,h,new ve)),o&&(u.normal=Ds.getInterpolatedAttribute(o,a,l,c,h,new j),u.normal.dot(i.direction)>0&&u.normal.multiplyScalar(-1));let f={a,b:l,c,normal:new j,materialIndex:0};Ds.getNormal(Ka,ja,Qa,f.normal),u.face=f,u.barycoord=h}return u}var El=class extends Kn{constructor(t=null,e=1,i=1,s,r,o,a,l,c=An,u=An,h,f){super(null,o,a,l,c,u,s,r,h,f),this.isDataTexture=!0,this.image={data:t,width:e,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Qs=new tr,C_=new ve(.5,.5),il=new j,Fs=class{constructor(t=new Pi,e=new Pi,i=new Pi,s=new Pi,r=new Pi,o=new Pi){this.planes=[t,e,i,s,r,o]}set(t,e,i,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(i),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let i=0;i<6;i++)e[i].copy(t.planes[i]);return this}setFromProjectionMatrix(t,e=xi,i=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],u=r[4],h=r[5],f=r[6],d=r[7],g=r[8],_=r[9],m=r[10],p=r[11],v=r[12],A=r[13],S=r[14],R=r[15];if(s[0].setComponents(c-o,d-u,p-g,R-v).normalize(),s[1].setComponents(c+o,d+u,p+g,R+v).normalize(),s[2].setComponents(c+a,d+h,p+_,R+A).normalize(),s[3].setComponents(c-a,d-h,p-_,R-A).normalize(),i)s[4].setComponents(l,f,m,S).normalize(),s[5].setComponents(c-l,d-f,p-m,R-S).normalize();else if(s[4].setComponents(c-l,d-f,p-m,R-S).normalize(),e===xi)s[5].setComponents(c+l,d+f,p+m,R+S).normalize();else if(e===Xr)s[5].setComponents(l,f,m,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),Qs.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),Qs.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(Qs)}intersectsSprite(t){Qs.center.set(0,0,0);let e=C_.distanceTo(t.center);return Qs.radius=.7071067811865476+e,Qs.applyMatrix4(t.matrixWorld),this.intersectsSphere(Qs)}intersectsSphere(t){let e=this.planes,i=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(i)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let i=0;i<6;i++){let s=e[i];if(il.x=s.normal.x>0?t.max.x:t.min.x,il.y=s.normal.y>0?t.max.y:t.min.y,il.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(il)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let i=0;i<6;i++)if(e[i].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Rd=new Ue,Tl=class n{constructor(){this.coordinateSystem=xi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,i=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];Rd.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),i[s]===void 0&&(i[s]=new Fs),i[s].setFromProjectionMatrix(Rd,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,i=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new Fs),e[s].copy(i[s]);return this._count=t._count,this}clone(){return new n().copy(this)}};var er=class extends ms{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new fe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Al=new j,Cl=new j,Pd=new Ue,zo=new Ko,sl=new tr,Hh=new j,Id=new j,Zr=class extends On{constructor(t=new Bn,e=new er){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,i=[0];for(let s=1,r=e.count;s<r;s++)Al.fromBufferAttribute(e,s-1),Cl.fromBufferAttribute(e,s),i[s]=i[s-1],i[s]+=Al.distanceTo(Cl);t.setAttribute("lineDistance",new Xe(i,1))}else Jt("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let i=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=i.drawRange;if(i.boundingSphere===null&&i.computeBoundingSphere(),sl.copy(i.boundingSphere),sl.applyMatrix4(s),sl.radius+=r,t.ray.intersectsSphere(sl)===!1)return;Pd.copy(s).invert(),zo.copy(t.ray).applyMatrix4(Pd);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,u=i.index,f=i.attributes.position;if(u!==null){let d=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let _=d,m=g-1;_<m;_+=c){let p=u.getX(_),v=u.getX(_+1),A=rl(this,t,zo,l,p,v,_);A&&e.push(A)}if(this.isLineLoop){let _=u.getX(g-1),m=u.getX(d),p=rl(this,t,zo,l,_,m,g-1);p&&e.push(p)}}else{let d=Math.max(0,o.start),g=Math.min(f.count,o.start+o.count);for(let _=d,m=g-1;_<m;_+=c){let p=rl(this,t,zo,l,_,_+1,_);p&&e.push(p)}if(this.isLineLoop){let _=rl(this,t,zo,l,g-1,d,g-1);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,i=Object.keys(e);if(i.length>0){let s=e[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function rl(n,t,e,i,s,r,o){let a=n.geometry.attributes.position;if(Al.fromBufferAttribute(a,s),Cl.fromBufferAttribute(a,r),e.distanceSqToSegment(Al,Cl,Hh,Id)>i)return;Hh.applyMatrix4(n.matrixWorld);let c=t.ray.origin.distanceTo(Hh);if(!(c<t.near||c>t.far))return{distance:c,point:Id.clone().applyMatrix4(n.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:n}}var Ld=new j,Nd=new j,Rl=class extends Zr{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,i=[];for(let s=0,r=e.count;s<r;s+=2)Ld.fromBufferAttribute(e,s),Nd.fromBufferAttribute(e,s+1),i[s]=s===0?0:i[s-1],i[s+1]=i[s]+Ld.distanceTo(Nd);t.setAttribute("lineDistance",new Xe(i,1))}else Jt("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var jo=class extends Kn{constructor(t=[],e=sr,i,s,r,o,a,l,c,u){super(t,e,i,s,r,o,a,l,c,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var gs=class extends Kn{constructor(t,e,i=Ii,s,r,o,a=An,l=An,c,u=ds,h=1){if(u!==ds&&u!==xs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let f={width:t,height:e,depth:h};super(f,s,r,o,a,l,u,i,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new $r(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},Qo=class extends gs{constructor(t,e=Ii,i=sr,s,r,o=An,a=An,l,c=ds){let u={width:t,height:t,depth:1},h=[u,u,u,u,u,u];super(t,t,e,i,s,r,o,a,l,c),this.image=h,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},ta=class extends Kn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Kr=class n extends Bn{constructor(t=1,e=1,i=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:i,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],u=[],h=[],f=0,d=0;g("z","y","x",-1,-1,i,e,t,o,r,0),g("z","y","x",1,-1,i,e,-t,o,r,1),g("x","z","y",1,1,t,i,e,s,o,2),g("x","z","y",1,-1,t,i,-e,s,o,3),g("x","y","z",1,-1,t,e,i,s,r,4),g("x","y","z",-1,-1,t,e,-i,s,r,5),this.setIndex(l),this.setAttribute("position",new Xe(c,3)),this.setAttribute("normal",new Xe(u,3)),this.setAttribute("uv",new Xe(h,2));function g(_,m,p,v,A,S,R,w,x,b,B){let P=S/x,I=R/b,F=S/2,O=R/2,D=w/2,G=x+1,$=b+1,H=0,ft=0,Z=new j;for(let et=0;et<$;et++){let rt=et*I-O;for(let K=0;K<G;K++){let st=K*P-F;Z[_]=st*v,Z[m]=rt*A,Z[p]=D,c.push(Z.x,Z.y,Z.z),Z[_]=0,Z[m]=0,Z[p]=w>0?1:-1,u.push(Z.x,Z.y,Z.z),h.push(K/x),h.push(1-et/b),H+=1}}for(let et=0;et<b;et++)for(let rt=0;rt<x;rt++){let K=f+rt+G*et,st=f+rt+G*(et+1),q=f+(rt+1)+G*(et+1),at=f+(rt+1)+G*et;l.push(K,st,at),l.push(st,q,at),ft+=6}a.addGroup(d,ft,B),d+=ft,f+=H}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var jr=class n extends Bn{constructor(t=1,e=1,i=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:i,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let u=[],h=[],f=[],d=[],g=0,_=[],m=i/2,p=0;v(),o===!1&&(t>0&&A(!0),e>0&&A(!1)),this.setIndex(u),this.setAttribute("position",new Xe(h,3)),this.setAttribute("normal",new Xe(f,3)),this.setAttribute("uv",new Xe(d,2));function v(){let S=new j,R=new j,w=0,x=(e-t)/i;for(let b=0;b<=r;b++){let B=[],P=b/r,I=P*(e-t)+t;for(let F=0;F<=s;F++){let O=F/s,D=O*l+a,G=Math.sin(D),$=Math.cos(D);R.x=I*G,R.y=-P*i+m,R.z=I*$,h.push(R.x,R.y,R.z),S.set(G,x,$).normalize(),f.push(S.x,S.y,S.z),d.push(O,1-P),B.push(g++)}_.push(B)}for(let b=0;b<s;b++)for(let B=0;B<r;B++){let P=_[B][b],I=_[B+1][b],F=_[B+1][b+1],O=_[B][b+1];(t>0||B!==0)&&(u.push(P,I,O),w+=3),(e>0||B!==r-1)&&(u.push(I,F,O),w+=3)}c.addGroup(p,w,0),p+=w}function A(S){let R=g,w=new ve,x=new j,b=0,B=S===!0?t:e,P=S===!0?1:-1;for(let F=1;F<=s;F++)h.push(0,m*P,0),f.push(0,P,0),d.push(.5,.5),g++;let I=g;for(let F=0;F<=s;F++){let D=F/s*l+a,G=Math.cos(D),$=Math.sin(D);x.x=B*$,x.y=m*P,x.z=B*G,h.push(x.x,x.y,x.z),f.push(0,P,0),w.x=G*.5+.5,w.y=$*.5*P+.5,d.push(w.x,w.y),g++}for(let F=0;F<s;F++){let O=R+F,D=I+F;S===!0?u.push(D,D+1,O):u.push(D+1,D,O),b+=3}c.addGroup(p,b,S===!0?1:2),p+=b}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var ea=class n extends Bn{constructor(t=1,e=1,i=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:i,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(i),l=Math.floor(s),c=a+1,u=l+1,h=t/a,f=e/l,d=[],g=[],_=[],m=[];for(let p=0;p<u;p++){let v=p*f-o;for(let A=0;A<c;A++){let S=A*h-r;g.push(S,-v,0),_.push(0,0,1),m.push(A/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let v=0;v<a;v++){let A=v+c*p,S=v+c*(p+1),R=v+1+c*(p+1),w=v+1+c*p;d.push(A,S,w),d.push(S,R,w)}this.setIndex(d),this.setAttribute("position",new Xe(g,3)),this.setAttribute("normal",new Xe(_,3)),this.setAttribute("uv",new Xe(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.width,t.height,t.widthSegments,t.heightSegments)}};var Qr=class n extends Bn{constructor(t=1,e=32,i=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:i,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),i=Math.max(2,Math.floor(i));let l=Math.min(o+a,Math.PI),c=0,u=[],h=new j,f=new j,d=[],g=[],_=[],m=[];for(let p=0;p<=i;p++){let v=[],A=p/i,S=o+A*a,R=t*Math.cos(S),w=Math.sqrt(t*t-R*R),x=0;p===0&&o===0?x=.5/e:p===i&&l===Math.PI&&(x=-.5/e);for(let b=0;b<=e;b++){let B=b/e,P=s+B*r;h.x=-w*Math.cos(P),h.y=R,h.z=w*Math.sin(P),g.push(h.x,h.y,h.z),f.copy(h).normalize(),_.push(f.x,f.y,f.z),m.push(B+x,1-A),v.push(c++)}u.push(v)}for(let p=0;p<i;p++)for(let v=0;v<e;v++){let A=u[p][v+1],S=u[p][v],R=u[p+1][v],w=u[p+1][v+1];(p!==0||o>0)&&d.push(A,S,w),(p!==i-1||l<Math.PI)&&d.push(S,R,w)}this.setIndex(d),this.setAttribute("position",new Xe(g,3)),this.setAttribute("normal",new Xe(_,3)),this.setAttribute("uv",new Xe(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var na=class n extends Bn{constructor(t=1,e=.4,i=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:i,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},i=Math.floor(i),s=Math.floor(s);let l=[],c=[],u=[],h=[],f=new j,d=new j,g=new j;for(let _=0;_<=i;_++){let m=o+_/i*a;for(let p=0;p<=s;p++){let v=p/s*r;d.x=(t+e*Math.cos(m))*Math.cos(v),d.y=(t+e*Math.cos(m))*Math.sin(v),d.z=e*Math.sin(m),c.push(d.x,d.y,d.z),f.x=t*Math.cos(v),f.y=t*Math.sin(v),g.subVectors(d,f).normalize(),u.push(g.x,g.y,g.z),h.push(p/s),h.push(_/i)}}for(let _=1;_<=i;_++)for(let m=1;m<=s;m++){let p=(s+1)*_+m-1,v=(s+1)*(_-1)+m-1,A=(s+1)*(_-1)+m,S=(s+1)*_+m;l.push(p,v,S),l.push(v,A,S)}this.setIndex(l),this.setAttribute("position",new Xe(c,3)),this.setAttribute("normal",new Xe(u,3)),this.setAttribute("uv",new Xe(h,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};function or(n){let t={};for(let e in n){t[e]={};for(let i in n[e]){let s=n[e][i];if(Dd(s))s.isRenderTargetTexture?(Jt("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][i]=null):t[e][i]=s.clone();else if(Array.isArray(s))if(Dd(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][i]=r}else t[e][i]=s.slice();else t[e][i]=s}}return t}function kn(n){let t={};for(let e=0;e<n.length;e++){let i=or(n[e]);for(let s in i)t[s]=i[s]}return t}function Dd(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function R_(n){let t=[];for(let e=0;e<n.length;e++)t.push(n[e].clone());return t}function Tu(n){let t=n.getRenderTarget();return t===null?n.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:xe.workingColorSpace}var Tp={clone:or,merge:kn},P_=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,I_=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ji=class extends ms{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=P_,this.fragmentShader=I_,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=or(t.uniforms),this.uniformsGroups=R_(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let i={};for(let s in this.extensions)this.extensions[s]===!0&&(i[s]=!0);return Object.keys(i).length>0&&(e.extensions=i),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let i in t.uniforms){let s=t.uniforms[i];switch(this.uniforms[i]={},s.type){case"t":this.uniforms[i].value=e[s.value]||null;break;case"c":this.uniforms[i].value=new fe().setHex(s.value);break;case"v2":this.uniforms[i].value=new ve().fromArray(s.value);break;case"v3":this.uniforms[i].value=new j().fromArray(s.value);break;case"v4":this.uniforms[i].value=new Ye().fromArray(s.value);break;case"m3":this.uniforms[i].value=new se().fromArray(s.value);break;case"m4":this.uniforms[i].value=new Ue().fromArray(s.value);break;default:this.uniforms[i].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let i in t.extensions)this.extensions[i]=t.extensions[i];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},Pl=class extends Ji{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},to=class extends ms{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new fe(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new fe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Pc,this.normalScale=new ve(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ps,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var Il=class extends ms{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=up,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Ll=class extends ms{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function zr(n,t){return!n||n.constructor===t?n:typeof t.BYTES_PER_ELEMENT=="number"?new t(n):Array.prototype.slice.call(n)}function ol(n){return n!==void 0&&n.inTangents!==void 0&&n.outTangents!==void 0}var Os=class{constructor(t,e,i,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(i),this.sampleValues=e,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,i=this._cachedIndex,s=e[i],r=e[i-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=i+2;;){if(s===void 0){if(t<r)break i;return i=e.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===a)break;if(r=s,s=e[++i],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(i=2,r=a);for(let l=i-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===l)break;if(s=r,r=e[--i-1],t>=r)break t}o=i,i=0;break e}break n}for(;i<o;){let a=i+o>>>1;t<e[a]?o=a:i=a+1}if(s=e[i],r=e[i-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return i=e.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,r,s)}return this.interpolate_(i,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,i=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=i[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Nl=class extends Os{constructor(t,e,i,s){super(t,e,i,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:qh,endingEnd:qh}}intervalChanged_(t,e,i){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case $h:r=t,a=2*e-i;break;case Yh:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=i}if(l===void 0)switch(this.getSettings_().endingEnd){case $h:o=t,l=2*i-e;break;case Yh:o=1,l=i+s[1]-s[0];break;default:o=t-1,l=e}let c=(i-e)*.5,u=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-i),this._offsetPrev=r*u,this._offsetNext=o*u}interpolate_(t,e,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,u=this._offsetPrev,h=this._offsetNext,f=this._weightPrev,d=this._weightNext,g=(i-e)/(s-e),_=g*g,m=_*g,p=-f*m+2*f*_-f*g,v=(1+f)*m+(-1.5-2*f)*_+(-.5+f)*g+1,A=(-1-d)*m+(1.5+d)*_+.5*g,S=d*m-d*_;for(let R=0;R!==a;++R)r[R]=p*o[u+R]+v*o[c+R]+A*o[l+R]+S*o[h+R];return r}},Dl=class extends Os{constructor(t,e,i,s){super(t,e,i,s)}interpolate_(t,e,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,u=(i-e)/(s-e),h=1-u;for(let f=0;f!==a;++f)r[f]=o[c+f]*h+o[l+f]*u;return r}},Ul=class extends Os{constructor(t,e,i,s){super(t,e,i,s)}interpolate_(t){return this.copySampleValue_(t-1)}},Fl=class extends Os{interpolate_(t,e,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,u=this.inTangents,h=this.outTangents;if(!u||!h){let g=(i-e)/(s-e),_=1-g;for(let m=0;m!==a;++m)r[m]=o[c+m]*_+o[l+m]*g;return r}let f=a*2,d=t-1;for(let g=0;g!==a;++g){let _=o[c+g],m=o[l+g],p=d*f+g*2,v=h[p],A=h[p+1],S=t*f+g*2,R=u[S],w=u[S+1],x=N_(i,e,v,R,s);r[g]=Ap(x,_,A,w,m)}return r}};function Ap(n,t,e,i,s){let r=1-n;return r*r*r*t+3*r*r*n*e+3*r*n*n*i+n*n*n*s}function L_(n,t,e,i,s){let r=1-n;return 3*r*r*(e-t)+6*r*n*(i-e)+3*n*n*(s-i)}function N_(n,t,e,i,s){let r=(n-t)/(s-t);for(let o=0;o<8;o++){let a=Ap(r,t,e,i,s)-n;if(Math.abs(a)<1e-10)break;let l=L_(r,t,e,i,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ci=class{constructor(t,e,i,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=zr(e,this.TimeBufferType),this.values=zr(i,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,i;if(e.toJSON!==this.toJSON)i=e.toJSON(t);else{i={name:t.name,times:zr(t.times,Array),values:zr(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(i.interpolation=s),ol(t.settings)&&(i.settings={inTangents:zr(t.settings.inTangents,Array),outTangents:zr(t.settings.outTangents,Array)})}return i.type=t.ValueTypeName,i}InterpolantFactoryMethodDiscrete(t){return new Ul(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Dl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Nl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new Fl(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case Go:e=this.InterpolantFactoryMethodDiscrete;break;case yl:e=this.InterpolantFactoryMethodLinear;break;case cl:e=this.InterpolantFactoryMethodSmooth;break;case Xh:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return Jt("KeyframeTrack:",i),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Go;case this.InterpolantFactoryMethodLinear:return yl;case this.InterpolantFactoryMethodSmooth:return cl;case this.InterpolantFactoryMethodBezier:return Xh}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let i=0,s=e.length;i!==s;++i)e[i]+=t;ol(this.settings)&&(Ud(this.settings.inTangents,t),Ud(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let i=0,s=e.length;i!==s;++i)e[i]*=t;ol(this.settings)&&(Fd(this.settings.inTangents,t),Fd(this.settings.outTangents,t))}return this}trim(t,e){let i=this.times,s=i.length,r=0,o=s-1;for(;r!==s&&i[r]<t;)++r;for(;o!==-1&&i[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=i.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(ne("KeyframeTrack: Invalid value size in track.",this),t=!1);let i=this.times,s=this.values,r=i.length;r===0&&(ne("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=i[a];if(typeof l=="number"&&isNaN(l)){ne("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){ne("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&a_(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){ne("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),i=this.getValueSize(),s=this.getInterpolation()===cl,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],u=t[a+1];if(c!==u&&(a!==1||c!==t[0]))if(s)l=!0;else{let h=a*i,f=h-i,d=h+i;for(let g=0;g!==i;++g){let _=e[h+g];if(_!==e[f+g]||_!==e[d+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let h=a*i,f=o*i;for(let d=0;d!==i;++d)e[f+d]=e[h+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*i,l=o*i,c=0;c!==i;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*i)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),i=this.constructor,s=new i(this.name,t,e);return s.createInterpolant=this.createInterpolant,ol(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Ud(n,t){for(let e=0,i=n.length;e!==i;e+=2)n[e]+=t}function Fd(n,t){for(let e=0,i=n.length;e!==i;e+=2)n[e]*=t}ci.prototype.ValueTypeName="";ci.prototype.TimeBufferType=Float32Array;ci.prototype.ValueBufferType=Float32Array;ci.prototype.DefaultInterpolation=yl;var Bs=class extends ci{constructor(t,e,i){super(t,e,i)}};Bs.prototype.ValueTypeName="bool";Bs.prototype.ValueBufferType=Array;Bs.prototype.DefaultInterpolation=Go;Bs.prototype.InterpolantFactoryMethodLinear=void 0;Bs.prototype.InterpolantFactoryMethodSmooth=void 0;var Ol=class extends ci{constructor(t,e,i,s){super(t,e,i,s)}};Ol.prototype.ValueTypeName="color";var Bl=class extends ci{constructor(t,e,i,s){super(t,e,i,s)}};Bl.prototype.ValueTypeName="number";var kl=class extends Os{constructor(t,e,i,s){super(t,e,i,s)}interpolate_(t,e,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(i-e)/(s-e),c=t*a;for(let u=c+a;c!==u;c+=4)vi.slerpFlat(r,0,o,c-a,o,c,l);return r}},ia=class extends ci{constructor(t,e,i,s){super(t,e,i,s)}InterpolantFactoryMethodLinear(t){return new kl(this.times,this.values,this.getValueSize(),t)}};ia.prototype.ValueTypeName="quaternion";ia.prototype.InterpolantFactoryMethodSmooth=void 0;var ks=class extends ci{constructor(t,e,i){super(t,e,i)}};ks.prototype.ValueTypeName="string";ks.prototype.ValueBufferType=Array;ks.prototype.DefaultInterpolation=Go;ks.prototype.InterpolantFactoryMethodLinear=void 0;ks.prototype.InterpolantFactoryMethodSmooth=void 0;var zl=class extends ci{constructor(t,e,i,s){super(t,e,i,s)}};zl.prototype.ValueTypeName="vector";var Vl=class{constructor(t,e,i){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=i,this._abortController=null,this.itemStart=function(u){a++,r===!1&&s.onStart!==void 0&&s.onStart(u,o,a),r=!0},this.itemEnd=function(u){o++,s.onProgress!==void 0&&s.onProgress(u,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(u){s.onError!==void 0&&s.onError(u)},this.resolveURL=function(u){return u=u.normalize("NFC"),l?l(u):u},this.setURLModifier=function(u){return l=u,this},this.addHandler=function(u,h){return c.push(u,h),this},this.removeHandler=function(u){let h=c.indexOf(u);return h!==-1&&c.splice(h,2),this},this.getHandler=function(u){for(let h=0,f=c.length;h<f;h+=2){let d=c[h],g=c[h+1];if(d.global&&(d.lastIndex=0),d.test(u))return g}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Cp=new Vl,Gl=class{constructor(t){this.manager=t!==void 0?t:Cp,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let i=this;return new Promise(function(s,r){i.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};Gl.DEFAULT_MATERIAL_NAME="__DEFAULT";var sa=class extends On{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new fe(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}};var Wh=new Ue,Od=new j,Bd=new j,Hl=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new ve(512,512),this.mapType=jn,this.map=null,this.mapPass=null,this.matrix=new Ue,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Fs,this._frameExtents=new ve(1,1),this._viewportCount=1,this._viewports=[new Ye(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;Od.setFromMatrixPosition(t.matrixWorld),e.position.copy(Od),Bd.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(Bd),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,i,s){Wh.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),i.setFromProjectionMatrix(Wh,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===Xr||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(Wh)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},al=new j,ll=new vi,Xi=new j,ra=class extends On{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ue,this.projectionMatrix=new Ue,this.projectionMatrixInverse=new Ue,this.coordinateSystem=xi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(al,ll,Xi),Xi.x===1&&Xi.y===1&&Xi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(al,ll,Xi.set(1,1,1)).invert()}updateWorldMatrix(t,e,i=!1){super.updateWorldMatrix(t,e,i),this.matrixWorld.decompose(al,ll,Xi),Xi.x===1&&Xi.y===1&&Xi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(al,ll,Xi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ns=new j,kd=new ve,zd=new ve,$n=class extends ra{constructor(t=50,e=1,i=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=i,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Sl*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Mh*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Sl*2*Math.atan(Math.tan(Mh*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,i){Ns.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Ns.x,Ns.y).multiplyScalar(-t/Ns.z),Ns.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(Ns.x,Ns.y).multiplyScalar(-t/Ns.z)}getViewSize(t,e){return this.getViewBounds(t,kd,zd),e.subVectors(zd,kd)}setViewOffset(t,e,i,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Mh*.5*this.fov)/this.zoom,i=2*e,s=this.aspect*i,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*i/c,s*=o.width/l,i*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-i,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var oa=class extends ra{constructor(t=-1,e=1,i=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=i,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,i,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=i-t,o=i+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=u*this.view.offsetY,l=a-u*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},Jh=class extends Hl{constructor(){super(new oa(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},aa=class extends sa{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(On.DEFAULT_UP),this.updateMatrix(),this.target=new On,this.shadow=new Jh}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}},la=class extends sa{constructor(t,e){super(t,e),this.isAmbientLight=!0,this.type="AmbientLight"}};var Vr=-90,Gr=1,eo=class extends On{constructor(t,e,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new $n(Vr,Gr,t,e);s.layers=this.layers,this.add(s);let r=new $n(Vr,Gr,t,e);r.layers=this.layers,this.add(r);let o=new $n(Vr,Gr,t,e);o.layers=this.layers,this.add(o);let a=new $n(Vr,Gr,t,e);a.layers=this.layers,this.add(a);let l=new $n(Vr,Gr,t,e);l.layers=this.layers,this.add(l);let c=new $n(Vr,Gr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[i,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===xi)i.up.set(0,1,0),i.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Xr)i.up.set(0,-1,0),i.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,u]=this.children,h=t.getRenderTarget(),f=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let _=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(i,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(i,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(i,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(i,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(i,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),i.texture.mipmapsAutoUpdate=_,t.setRenderTarget(i,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,u),t.setRenderTarget(h,f,d),t.xr.enabled=g,i.texture.needsPMREMUpdate=!0}},Wl=class extends $n{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Au="\\[\\]\\.:\\/",D_=new RegExp("["+Au+"]","g"),Cu="[^"+Au+"]",U_="[^"+Au.replace("\\.","")+"]",F_=/((?:WC+[\/:])*)/.source.replace("WC",Cu),O_=/(WCOD+)?/.source.replace("WCOD",U_),B_=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Cu),k_=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Cu),z_=new RegExp("^"+F_+O_+B_+k_+"$"),V_=["material","materials","bones","map"],Zh=class{constructor(t,e,i){let s=i||We.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let i=this._targetGroup.nCachedObjects_,s=this._bindings[i];s!==void 0&&s.getValue(t,e)}setValue(t,e){let i=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=i.length;s!==r;++s)i[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,i=t.length;e!==i;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,i=t.length;e!==i;++e)t[e].unbind()}},We=class n{constructor(t,e,i){this.path=e,this.parsedPath=i||n.parseTrackName(e),this.node=n.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,i){return t&&t.isAnimationObjectGroup?new n.Composite(t,e,i):new n(t,e,i)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(D_,"")}static parseTrackName(t){let e=z_.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let i={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=i.nodeName&&i.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=i.nodeName.substring(s+1);V_.indexOf(r)!==-1&&(i.nodeName=i.nodeName.substring(0,s),i.objectName=r)}if(i.propertyName===null||i.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return i}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let i=t.skeleton.getBoneByName(e);if(i!==void 0)return i}if(t.children){let i=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=i(a.children);if(l)return l}return null},s=i(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)t[e++]=i[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,i=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=n.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){Jt("PropertyBinding: No target node found for track: "+this.path+".");return}if(i){let c=e.objectIndex;switch(i){case"materials":if(!t.material){ne("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){ne("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){ne("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let u=0;u<t.length;u++)if(t[u].name===c){c=u;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){ne("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){ne("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[i]===void 0){ne("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[i]}if(c!==void 0){if(t[c]===void 0){ne("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;ne("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){ne("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){ne("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};We.Composite=Zh;We.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};We.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};We.prototype.GetterByBindingType=[We.prototype._getValue_direct,We.prototype._getValue_array,We.prototype._getValue_arrayElement,We.prototype._getValue_toArray];We.prototype.SetterByBindingTypeAndVersioning=[[We.prototype._setValue_direct,We.prototype._setValue_direct_setNeedsUpdate,We.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[We.prototype._setValue_array,We.prototype._setValue_array_setNeedsUpdate,We.prototype._setValue_array_setMatrixWorldNeedsUpdate],[We.prototype._setValue_arrayElement,We.prototype._setValue_arrayElement_setNeedsUpdate,We.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[We.prototype._setValue_fromArray,We.prototype._setValue_fromArray_setNeedsUpdate,We.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var E1=new Float32Array(1);var Kh=class{static{this.prototype.isMatrix2=!0}constructor(t,e,i,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,i,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let i=0;i<4;i++)this.elements[i]=t[i+e];return this}set(t,e,i,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=i,r[3]=s,this}};var ca=class extends Rl{constructor(t=10,e=10,i=4473924,s=8947848){i=new fe(i),s=new fe(s);let r=e/2,o=t/e,a=t/2,l=[],c=[];for(let f=0,d=0,g=-a;f<=e;f++,g+=o){l.push(-a,0,g,a,0,g),l.push(g,0,-a,g,0,a);let _=f===r?i:s;_.toArray(c,d),d+=3,_.toArray(c,d),d+=3,_.toArray(c,d),d+=3,_.toArray(c,d),d+=3}let u=new Bn;u.setAttribute("position",new Xe(l,3)),u.setAttribute("color",new Xe(c,3));let h=new er({vertexColors:!0,toneMapped:!1});super(u,h),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};function Ru(n,t,e,i){let s=G_(i);switch(e){case _u:return n*t;case vu:return n*t/s.components*s.byteLength;case Kl:return n*t/s.components*s.byteLength;case Vs:return n*t*2/s.components*s.byteLength;case jl:return n*t*2/s.components*s.byteLength;case xu:return n*t*3/s.components*s.byteLength;case Di:return n*t*4/s.components*s.byteLength;case Ql:return n*t*4/s.components*s.byteLength;case fa:case da:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*8;case pa:case ma:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*16;case ec:case ic:return Math.max(n,16)*Math.max(t,8)/4;case tc:case nc:return Math.max(n,8)*Math.max(t,8)/2;case sc:case rc:case ac:case lc:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*8;case oc:case ga:case cc:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*16;case hc:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*16;case uc:return Math.floor((n+4)/5)*Math.floor((t+3)/4)*16;case fc:return Math.floor((n+4)/5)*Math.floor((t+4)/5)*16;case dc:return Math.floor((n+5)/6)*Math.floor((t+4)/5)*16;case pc:return Math.floor((n+5)/6)*Math.floor((t+5)/6)*16;case mc:return Math.floor((n+7)/8)*Math.floor((t+4)/5)*16;case gc:return Math.floor((n+7)/8)*Math.floor((t+5)/6)*16;case _c:return Math.floor((n+7)/8)*Math.floor((t+7)/8)*16;case xc:return Math.floor((n+9)/10)*Math.floor((t+4)/5)*16;case vc:return Math.floor((n+9)/10)*Math.floor((t+5)/6)*16;case yc:return Math.floor((n+9)/10)*Math.floor((t+7)/8)*16;case Sc:return Math.floor((n+9)/10)*Math.floor((t+9)/10)*16;case Mc:return Math.floor((n+11)/12)*Math.floor((t+9)/10)*16;case bc:return Math.floor((n+11)/12)*Math.floor((t+11)/12)*16;case wc:case Ec:case Tc:return Math.ceil(n/4)*Math.ceil(t/4)*16;case Ac:case Cc:return Math.ceil(n/4)*Math.ceil(t/4)*8;case _a:case Rc:return Math.ceil(n/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function G_(n){switch(n){case jn:case du:return{byteLength:1,components:1};case ro:case pu:case Ni:return{byteLength:2,components:1};case Jl:case Zl:return{byteLength:2,components:4};case Ii:case Yl:case Li:return{byteLength:4,components:1};case mu:case gu:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Jt("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Zp(){let n=null,t=!1,e=null,i=null;function s(r,o){i=n.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&n!==null&&(i=n.requestAnimationFrame(s),t=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){n=r}}}function W_(n){let t=new WeakMap;function e(a,l){let c=a.array,u=a.usage,h=c.byteLength,f=n.createBuffer();n.bindBuffer(l,f),n.bufferData(l,c,u),a.onUploadCallback();let d;if(c instanceof Float32Array)d=n.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=n.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=n.HALF_FLOAT:d=n.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=n.SHORT;else if(c instanceof Uint32Array)d=n.UNSIGNED_INT;else if(c instanceof Int32Array)d=n.INT;else if(c instanceof Int8Array)d=n.BYTE;else if(c instanceof Uint8Array)d=n.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:f,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:h}}function i(a,l,c){let u=l.array,h=l.updateRanges;if(n.bindBuffer(c,a),h.length===0)n.bufferSubData(c,0,u);else{h.sort((d,g)=>d.start-g.start);let f=0;for(let d=1;d<h.length;d++){let g=h[f],_=h[d];_.start<=g.start+g.count+1?g.count=Math.max(g.count,_.start+_.count-g.start):(++f,h[f]=_)}h.length=f+1;for(let d=0,g=h.length;d<g;d++){let _=h[d];n.bufferSubData(c,_.start*u.BYTES_PER_ELEMENT,u,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(n.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let u=t.get(a);(!u||u.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var X_=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,q_=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,$_=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Y_=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,J_=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Z_=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,K_=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,j_=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Q_=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,tx=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,ex=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,nx=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,ix=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,sx=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,rx=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,ox=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,ax=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,lx=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,cx=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,hx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,ux=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,fx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,dx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,px=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,mx=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,gx=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,_x=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,xx=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,vx=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,yx="gl_FragColor = linearToOutputTexel( gl_FragColor );",Sx=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Mx=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,bx=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,wx=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Ex=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Tx=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Ax=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Cx=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Rx=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Px=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Ix=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Lx=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Nx=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Dx=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Ux=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Fx=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,Ox=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Bx=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,kx=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,zx=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Vx=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Gx=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Hx=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Wx=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Xx=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,qx=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,$x=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Yx=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Jx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Zx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Kx=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,jx=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Qx=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,tv=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,ev=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,nv=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,iv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,sv=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,rv=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,ov=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,av=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,lv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,cv=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,hv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,uv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,fv=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,dv=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,pv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,mv=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,gv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,_v=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,xv=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,vv=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,yv=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Sv=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Mv=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,bv=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,wv=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Ev=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Tv=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Av=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Cv=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Rv=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Pv=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Iv=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Lv=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Nv=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Dv=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Uv=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Fv=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Ov=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Bv=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,kv=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,zv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Vv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Gv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Hv=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Wv=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Xv=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,qv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,$v=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Yv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Jv=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Zv=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Kv=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,jv=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Qv=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,ty=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,ey=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,ny=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,iy=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,sy=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,ry=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,oy=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,ay=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ly=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,cy=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,hy=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,uy=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,fy=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,dy=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,py=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,my=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,gy=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,_y=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,xy=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,vy=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,yy=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Sy=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,My=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,by=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ue={alphahash_fragment:X_,alphahash_pars_fragment:q_,alphamap_fragment:$_,alphamap_pars_fragment:Y_,alphatest_fragment:J_,alphatest_pars_fragment:Z_,aomap_fragment:K_,aomap_pars_fragment:j_,batching_pars_vertex:Q_,batching_vertex:tx,begin_vertex:ex,beginnormal_vertex:nx,bsdfs:ix,iridescence_fragment:sx,bumpmap_pars_fragment:rx,clipping_planes_fragment:ox,clipping_planes_pars_fragment:ax,clipping_planes_pars_vertex:lx,clipping_planes_vertex:cx,color_fragment:hx,color_pars_fragment:ux,color_pars_vertex:fx,color_vertex:dx,common:px,defaultnormal_vertex:mx,displacementmap_pars_vertex:gx,displacementmap_vertex:_x,emissivemap_fragment:xx,emissivemap_pars_fragment:vx,colorspace_fragment:yx,colorspace_pars_fragment:Sx,envmap_fragment:Mx,envmap_common_pars_fragment:bx,envmap_pars_fragment:wx,envmap_pars_vertex:Ex,envmap_physical_pars_fragment:Fx,envmap_vertex:Tx,fog_vertex:Ax,fog_pars_vertex:Cx,fog_fragment:Rx,fog_pars_fragment:Px,gradientmap_pars_fragment:Ix,lightmap_pars_fragment:Lx,lights_lambert_fragment:Nx,lights_lambert_pars_fragment:Dx,lights_pars_begin:Ux,lights_toon_fragment:Ox,lights_toon_pars_fragment:Bx,lights_phong_fragment:kx,lights_phong_pars_fragment:zx,lights_physical_fragment:Vx,lights_physical_pars_fragment:Gx,lights_fragment_begin:Hx,lights_fragment_maps:Wx,lights_fragment_end:Xx,lightprobes_pars_fragment:qx,logdepthbuf_fragment:$x,logdepthbuf_pars_fragment:Yx,logdepthbuf_pars_vertex:Jx,logdepthbuf_vertex:Zx,map_fragment:Kx,map_pars_fragment:jx,map_particle_fragment:Qx,map_particle_pars_fragment:tv,metalnessmap_fragment:ev,metalnessmap_pars_fragment:nv,morphinstance_vertex:iv,morphcolor_vertex:sv,morphnormal_vertex:rv,morphtarget_pars_vertex:ov,morphtarget_vertex:av,normal_fragment_begin:lv,normal_fragment_maps:cv,normal_pars_fragment:hv,normal_pars_vertex:uv,normal_vertex:fv,normalmap_pars_fragment:dv,clearcoat_normal_fragment_begin:pv,clearcoat_normal_fragment_maps:mv,clearcoat_pars_fragment:gv,iridescence_pars_fragment:_v,opaque_fragment:xv,packing:vv,premultiplied_alpha_fragment:yv,project_vertex:Sv,dithering_fragment:Mv,dithering_pars_fragment:bv,roughnessmap_fragment:wv,roughnessmap_pars_fragment:Ev,shadowmap_pars_fragment:Tv,shadowmap_pars_vertex:Av,shadowmap_vertex:Cv,shadowmask_pars_fragment:Rv,skinbase_vertex:Pv,skinning_pars_vertex:Iv,skinning_vertex:Lv,skinnormal_vertex:Nv,specularmap_fragment:Dv,specularmap_pars_fragment:Uv,tonemapping_fragment:Fv,tonemapping_pars_fragment:Ov,transmission_fragment:Bv,transmission_pars_fragment:kv,uv_pars_fragment:zv,uv_pars_vertex:Vv,uv_vertex:Gv,worldpos_vertex:Hv,background_vert:Wv,background_frag:Xv,backgroundCube_vert:qv,backgroundCube_frag:$v,cube_vert:Yv,cube_frag:Jv,depth_vert:Zv,depth_frag:Kv,distance_vert:jv,distance_frag:Qv,equirect_vert:ty,equirect_frag:ey,linedashed_vert:ny,linedashed_frag:iy,meshbasic_vert:sy,meshbasic_frag:ry,meshlambert_vert:oy,meshlambert_frag:ay,meshmatcap_vert:ly,meshmatcap_frag:cy,meshnormal_vert:hy,meshnormal_frag:uy,meshphong_vert:fy,meshphong_frag:dy,meshphysical_vert:py,meshphysical_frag:my,meshtoon_vert:gy,meshtoon_frag:_y,points_vert:xy,points_frag:vy,shadow_vert:yy,shadow_frag:Sy,sprite_vert:My,sprite_frag:by},Nt={common:{diffuse:{value:new fe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new se},alphaMap:{value:null},alphaMapTransform:{value:new se},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new se}},envmap:{envMap:{value:null},envMapRotation:{value:new se},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new se}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new se}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new se},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new se},normalScale:{value:new ve(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new se},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new se}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new se}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new se}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new fe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new fe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new se},alphaTest:{value:0},uvTransform:{value:new se}},sprite:{diffuse:{value:new fe(16777215)},opacity:{value:1},center:{value:new ve(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new se},alphaMap:{value:null},alphaMapTransform:{value:new se},alphaTest:{value:0}}},ji={basic:{uniforms:kn([Nt.common,Nt.specularmap,Nt.envmap,Nt.aomap,Nt.lightmap,Nt.fog]),vertexShader:ue.meshbasic_vert,fragmentShader:ue.meshbasic_frag},lambert:{uniforms:kn([Nt.common,Nt.specularmap,Nt.envmap,Nt.aomap,Nt.lightmap,Nt.emissivemap,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.fog,Nt.lights,{emissive:{value:new fe(0)},envMapIntensity:{value:1}}]),vertexShader:ue.meshlambert_vert,fragmentShader:ue.meshlambert_frag},phong:{uniforms:kn([Nt.common,Nt.specularmap,Nt.envmap,Nt.aomap,Nt.lightmap,Nt.emissivemap,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.fog,Nt.lights,{emissive:{value:new fe(0)},specular:{value:new fe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ue.meshphong_vert,fragmentShader:ue.meshphong_frag},standard:{uniforms:kn([Nt.common,Nt.envmap,Nt.aomap,Nt.lightmap,Nt.emissivemap,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.roughnessmap,Nt.metalnessmap,Nt.fog,Nt.lights,{emissive:{value:new fe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag},toon:{uniforms:kn([Nt.common,Nt.aomap,Nt.lightmap,Nt.emissivemap,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.gradientmap,Nt.fog,Nt.lights,{emissive:{value:new fe(0)}}]),vertexShader:ue.meshtoon_vert,fragmentShader:ue.meshtoon_frag},matcap:{uniforms:kn([Nt.common,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.fog,{matcap:{value:null}}]),vertexShader:ue.meshmatcap_vert,fragmentShader:ue.meshmatcap_frag},points:{uniforms:kn([Nt.points,Nt.fog]),vertexShader:ue.points_vert,fragmentShader:ue.points_frag},dashed:{uniforms:kn([Nt.common,Nt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ue.linedashed_vert,fragmentShader:ue.linedashed_frag},depth:{uniforms:kn([Nt.common,Nt.displacementmap]),vertexShader:ue.depth_vert,fragmentShader:ue.depth_frag},normal:{uniforms:kn([Nt.common,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,{opacity:{value:1}}]),vertexShader:ue.meshnormal_vert,fragmentShader:ue.meshnormal_frag},sprite:{uniforms:kn([Nt.sprite,Nt.fog]),vertexShader:ue.sprite_vert,fragmentShader:ue.sprite_frag},background:{uniforms:{uvTransform:{value:new se},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ue.background_vert,fragmentShader:ue.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new se}},vertexShader:ue.backgroundCube_vert,fragmentShader:ue.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ue.cube_vert,fragmentShader:ue.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ue.equirect_vert,fragmentShader:ue.equirect_frag},distance:{uniforms:kn([Nt.common,Nt.displacementmap,{referencePosition:{value:new j},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ue.distance_vert,fragmentShader:ue.distance_frag},shadow:{uniforms:kn([Nt.lights,Nt.fog,{color:{value:new fe(0)},opacity:{value:1}}]),vertexShader:ue.shadow_vert,fragmentShader:ue.shadow_frag}};ji.physical={uniforms:kn([ji.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new se},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new se},clearcoatNormalScale:{value:new ve(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new se},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new se},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new se},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new se},sheen:{value:0},sheenColor:{value:new fe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new se},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new se},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new se},transmissionSamplerSize:{value:new ve},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new se},attenuationDistance:{value:0},attenuationColor:{value:new fe(0)},specularColor:{value:new fe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new se},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new se},anisotropyVector:{value:new ve},anisotropyMap:{value:null},anisotropyMapTransform:{value:new se}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag};var Ic={r:0,b:0,g:0},wy=new Ue,Kp=new se;Kp.set(-1,0,0,0,1,0,0,0,1);function Ey(n,t,e,i,s,r){let o=new fe(0),a=s===!0?0:1,l,c,u=null,h=0,f=null;function d(v){let A=v.isScene===!0?v.background:null;if(A&&A.isTexture){let S=v.backgroundBlurriness>0;A=t.get(A,S)}return A}function g(v){let A=!1,S=d(v);S===null?m(o,a):S&&S.isColor&&(m(S,1),A=!0);let R=n.xr.getEnvironmentBlendMode();R==="additive"?e.buffers.color.setClear(0,0,0,1,r):R==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(n.autoClear||A)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function _(v,A){let S=d(A);S&&S.isCubeTexture?(c===void 0&&(c=new In(new Kr(1,1,1),new Ji({name:"BackgroundCubeMaterial",uniforms:or(ji.backgroundCube.uniforms),vertexShader:ji.backgroundCube.vertexShader,fragmentShader:ji.backgroundCube.fragmentShader,side:Jn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(R,w,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(c)),c.material.uniforms.envMap.value=S,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(wy.makeRotationFromEuler(A.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Kp),c.material.toneMapped=xe.getTransfer(S.colorSpace)!==Ae,(u!==S||h!==S.version||f!==n.toneMapping)&&(c.material.needsUpdate=!0,u=S,h=S.version,f=n.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):S&&S.isTexture&&(l===void 0&&(l=new In(new ea(2,2),new Ji({name:"BackgroundMaterial",uniforms:or(ji.background.uniforms),vertexShader:ji.background.vertexShader,fragmentShader:ji.background.fragmentShader,side:zs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(l)),l.material.uniforms.t2D.value=S,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=xe.getTransfer(S.colorSpace)!==Ae,S.matrixAutoUpdate===!0&&S.updateMatrix(),l.material.uniforms.uvTransform.value.copy(S.matrix),(u!==S||h!==S.version||f!==n.toneMapping)&&(l.material.needsUpdate=!0,u=S,h=S.version,f=n.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function m(v,A){v.getRGB(Ic,Tu(n)),e.buffers.color.setClear(Ic.r,Ic.g,Ic.b,A,r)}function p(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,A=1){o.set(v),a=A,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,m(o,a)},render:g,addToRenderList:_,dispose:p}}function Ty(n,t){let e=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},s=f(null),r=s,o=!1;function a(I,F,O,D,G){let $=!1,H=h(I,D,O,F);r!==H&&(r=H,c(r.object)),$=d(I,D,O,G),$&&g(I,D,O,G),G!==null&&t.update(G,n.ELEMENT_ARRAY_BUFFER),($||o)&&(o=!1,S(I,F,O,D),G!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,t.get(G).buffer))}function l(){return n.createVertexArray()}function c(I){return n.bindVertexArray(I)}function u(I){return n.deleteVertexArray(I)}function h(I,F,O,D){let G=D.wireframe===!0,$=i[F.id];$===void 0&&($={},i[F.id]=$);let H=I.isInstancedMesh===!0?I.id:0,ft=$[H];ft===void 0&&(ft={},$[H]=ft);let Z=ft[O.id];Z===void 0&&(Z={},ft[O.id]=Z);let et=Z[G];return et===void 0&&(et=f(l()),Z[G]=et),et}function f(I){let F=[],O=[],D=[];for(let G=0;G<e;G++)F[G]=0,O[G]=0,D[G]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:F,enabledAttributes:O,attributeDivisors:D,object:I,attributes:{},index:null}}function d(I,F,O,D){let G=r.attributes,$=F.attributes,H=0,ft=O.getAttributes();for(let Z in ft)if(ft[Z].location>=0){let rt=G[Z],K=$[Z];if(K===void 0&&(Z==="instanceMatrix"&&I.instanceMatrix&&(K=I.instanceMatrix),Z==="instanceColor"&&I.instanceColor&&(K=I.instanceColor)),rt===void 0||rt.attribute!==K||K&&rt.data!==K.data)return!0;H++}return r.attributesNum!==H||r.index!==D}function g(I,F,O,D){let G={},$=F.attributes,H=0,ft=O.getAttributes();for(let Z in ft)if(ft[Z].location>=0){let rt=$[Z];rt===void 0&&(Z==="instanceMatrix"&&I.instanceMatrix&&(rt=I.instanceMatrix),Z==="instanceColor"&&I.instanceColor&&(rt=I.instanceColor));let K={};K.attribute=rt,rt&&rt.data&&(K.data=rt.data),G[Z]=K,H++}r.attributes=G,r.attributesNum=H,r.index=D}function _(){let I=r.newAttributes;for(let F=0,O=I.length;F<O;F++)I[F]=0}function m(I){p(I,0)}function p(I,F){let O=r.newAttributes,D=r.enabledAttributes,G=r.attributeDivisors;O[I]=1,D[I]===0&&(n.enableVertexAttribArray(I),D[I]=1),G[I]!==F&&(n.vertexAttribDivisor(I,F),G[I]=F)}function v(){let I=r.newAttributes,F=r.enabledAttributes;for(let O=0,D=F.length;O<D;O++)F[O]!==I[O]&&(n.disableVertexAttribArray(O),F[O]=0)}function A(I,F,O,D,G,$,H){H===!0?n.vertexAttribIPointer(I,F,O,G,$):n.vertexAttribPointer(I,F,O,D,G,$)}function S(I,F,O,D){_();let G=D.attributes,$=O.getAttributes(),H=F.defaultAttributeValues;for(let ft in $){let Z=$[ft];if(Z.location>=0){let et=G[ft];if(et===void 0&&(ft==="instanceMatrix"&&I.instanceMatrix&&(et=I.instanceMatrix),ft==="instanceColor"&&I.instanceColor&&(et=I.instanceColor)),et!==void 0){let rt=et.normalized,K=et.itemSize,st=t.get(et);if(st===void 0)continue;let q=st.buffer,at=st.type,ht=st.bytesPerElement,dt=at===n.INT||at===n.UNSIGNED_INT||et.gpuType===Yl;if(et.isInterleavedBufferAttribute){let _t=et.data,Ft=_t.isInterleavedBuffer===!0?_t.stride:_t.itemSize,Qt=et.offset;if(_t.isInstancedInterleavedBuffer||_t.isInstancedBufferAttribute){for(let kt=0;kt<Z.locationSize;kt++)p(Z.location+kt,_t.meshPerAttribute);I.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=_t.meshPerAttribute*_t.count)}else for(let kt=0;kt<Z.locationSize;kt++)m(Z.location+kt);n.bindBuffer(n.ARRAY_BUFFER,q);for(let kt=0;kt<Z.locationSize;kt++)A(Z.location+kt,K/Z.locationSize,at,rt,Ft*ht,(Qt+K/Z.locationSize*kt)*ht,dt)}else{if(et.isInstancedBufferAttribute){for(let _t=0;_t<Z.locationSize;_t++)p(Z.location+_t,et.meshPerAttribute);I.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=et.meshPerAttribute*et.count)}else for(let _t=0;_t<Z.locationSize;_t++)m(Z.location+_t);n.bindBuffer(n.ARRAY_BUFFER,q);for(let _t=0;_t<Z.locationSize;_t++)A(Z.location+_t,K/Z.locationSize,at,rt,K*ht,K/Z.locationSize*_t*ht,dt)}}else if(H!==void 0){let rt=H[ft];if(rt!==void 0)switch(rt.length){case 2:n.vertexAttrib2fv(Z.location,rt);break;case 3:n.vertexAttrib3fv(Z.location,rt);break;case 4:n.vertexAttrib4fv(Z.location,rt);break;default:n.vertexAttrib1fv(Z.location,rt)}}}}v()}function R(){B();for(let I in i){let F=i[I];for(let O in F){let D=F[O];for(let G in D){let $=D[G];for(let H in $)u($[H].object),delete $[H];delete D[G]}}delete i[I]}}function w(I){if(i[I.id]===void 0)return;let F=i[I.id];for(let O in F){let D=F[O];for(let G in D){let $=D[G];for(let H in $)u($[H].object),delete $[H];delete D[G]}}delete i[I.id]}function x(I){for(let F in i){let O=i[F];for(let D in O){let G=O[D];if(G[I.id]===void 0)continue;let $=G[I.id];for(let H in $)u($[H].object),delete $[H];delete G[I.id]}}}function b(I){for(let F in i){let O=i[F],D=I.isInstancedMesh===!0?I.id:0,G=O[D];if(G!==void 0){for(let $ in G){let H=G[$];for(let ft in H)u(H[ft].object),delete H[ft];delete G[$]}delete O[D],Object.keys(O).length===0&&delete i[F]}}}function B(){P(),o=!0,r!==s&&(r=s,c(r.object))}function P(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:B,resetDefaultState:P,dispose:R,releaseStatesOfGeometry:w,releaseStatesOfObject:b,releaseStatesOfProgram:x,initAttributes:_,enableAttribute:m,disableUnusedAttributes:v}}function Ay(n,t,e){let i;function s(l){i=l}function r(l,c){n.drawArrays(i,l,c),e.update(c,i,1)}function o(l,c,u){u!==0&&(n.drawArraysInstanced(i,l,c,u),e.update(c,i,u))}function a(l,c,u){if(u===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,l,0,c,0,u);let f=0;for(let d=0;d<u;d++)f+=c[d];e.update(f,i,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function Cy(n,t,e,i){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let x=t.get("EXT_texture_filter_anisotropic");s=n.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Di&&i.convert(x)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let b=x===Ni&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(x!==jn&&x!==Li&&!b&&i.convert(x)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",u=l(c);u!==c&&(Jt("WebGLRenderer:",c,"not supported, using",u,"instead."),c=u);let h=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),f=e.logarithmicDepthBuffer===!0&&h===!1;e.reversedDepthBuffer===!0&&h===!1&&Jt("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&h===!0&&Jt("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),g=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=n.getParameter(n.MAX_TEXTURE_SIZE),m=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),p=n.getParameter(n.MAX_VERTEX_ATTRIBS),v=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),A=n.getParameter(n.MAX_VARYING_VECTORS),S=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),R=n.getParameter(n.MAX_SAMPLES),w=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:f,reversedDepthBuffer:h,maxTextures:d,maxVertexTextures:g,maxTextureSize:_,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:v,maxVaryings:A,maxFragmentUniforms:S,maxSamples:R,samples:w}}function Ry(n){let t=this,e=null,i=0,s=!1,r=!1,o=new Pi,a=new se,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(h,f){let d=h.length!==0||f||i!==0||s;return s=f,i=h.length,d},this.beginShadows=function(){r=!0,u(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(h,f){e=u(h,f,0)},this.setState=function(h,f,d){let g=h.clippingPlanes,_=h.clipIntersection,m=h.clipShadows,p=n.get(h);if(!s||g===null||g.length===0||r&&!m)r?u(null):c();else{let v=r?0:i,A=v*4,S=p.clippingState||null;l.value=S,S=u(g,f,A,d);for(let R=0;R!==A;++R)S[R]=e[R];p.clippingState=S,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=i>0),t.numPlanes=i,t.numIntersection=0}function u(h,f,d,g){let _=h!==null?h.length:0,m=null;if(_!==0){if(m=l.value,g!==!0||m===null){let p=d+_*4,v=f.matrixWorldInverse;a.getNormalMatrix(v),(m===null||m.length<p)&&(m=new Float32Array(p));for(let A=0,S=d;A!==_;++A,S+=4)o.copy(h[A]).applyMatrix4(v,a),o.normal.toArray(m,S),m[S+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,m}}var Sa=class extends li{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let i={width:t,height:t,depth:1},s=[i,i,i,i,i,i];this.texture=new jo(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Kr(5,5,5),r=new Ji({name:"CubemapFromEquirect",uniforms:or(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:Jn,blending:nr});r.uniforms.tEquirect.value=e;let o=new In(s,r),a=e.minFilter;return e.minFilter===_s&&(e.minFilter=Yn),new eo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,i=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,i,s);t.setRenderTarget(r)}},Rp=256,Py=3,Iy=20,jp=256,Qp=16,Ly=3,Ny=new j,Dy=new fe,Nc=class n{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new eo(1,10,null),this._boxMesh=new In(new Kr(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,i=.1,s=100,r={}){let{size:o=256,position:a=Ny}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),u=this._getSourceTarget(!0);e>0&&(u.texture.mipmapsAutoUpdate=!1);let h=l.autoClear,f=l.autoClearColor,d=l.autoClearDepth,g=l.autoClearStencil,_=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(t.background=l.getClearColor(Dy));let m=new eo(i,s,u);return m.position.copy(a),m.update(l,t),l.autoClear=h,l.autoClearColor=f,l.autoClearDepth=d,l.autoClearStencil=g,t.background=_,e>0&&(u.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Lp(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Ip(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(Rp,wp(t))}_fromTexture(t,e){t.mapping===sr||t.mapping===so?this._setSize(t.image.length===0?Rp:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let i=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(i),i}_allocateTarget(){let t=this._cubeSize,e=Pp(t,!1,!1),i=Math.log2(t)-Py;for(let s=0;s<=i;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,i=this._sourceTarget;return(i===null||i.width!==e||t&&i.depthBuffer===!1)&&(i!==null&&i.dispose(),this._sourceTarget=Pp(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,i){let s=this._boxMesh,r=this._cubeCamera;s.material=i,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===sr||t.mapping===so?(this._cubemapMaterial===null&&(this._cubemapMaterial=Lp()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Ip()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=Uy(),this._integrationMaterial=Fy());let e=this._cubeSize,i=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/Qp);for(let o=0;o<=i;o++){let a=n.lodToRoughness(o,i);if(o>i-Ly)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(jp*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=Oy());let i=this._blurMaterial,s=i.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,i),s.envMap.value=t.texture,this._renderCube(r,0,i)}};function Pp(n,t,e){return new Sa(n,{minFilter:_s,generateMipmaps:t,type:Ni,colorSpace:Ho,depthBuffer:e})}function Ma(n,t,e){return new Ji({name:n,uniforms:t,vertexShader:ue.cube_vert,fragmentShader:e,side:Jn,blending:nr,depthTest:!1,depthWrite:!1})}function Uy(){return Ma("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${jp}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Fy(){return Ma("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Qp}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Oy(){return Ma("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${Iy}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Ip(){return Ma("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Lp(){return Ma("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function By(n){let t=new WeakMap,e=new WeakMap,i=null;function s(f,d=!1){return f==null?null:d?o(f):r(f)}function r(f){if(f&&f.isTexture){let d=f.mapping;if(d===Xl||d===ql)if(t.has(f)){let g=t.get(f).texture;return a(g,f.mapping)}else{let g=f.image;if(g&&g.height>0){let _=new Sa(g.height);return _.fromEquirectangularTexture(n,f),t.set(f,_),f.addEventListener("dispose",c),a(_.texture,f.mapping)}else return null}}return f}function o(f){if(f&&f.isTexture&&f.isPMREMTexture!==!0){let d=f.mapping,g=d===Xl||d===ql,_=d===sr||d===so;if(g||_){let m=e.get(f),p=m!==void 0?m.texture.pmremVersion:0;if(f.isRenderTargetTexture&&f.pmremVersion!==p)return i===null&&(i=new Nc(n)),m=g?i.fromEquirectangular(f,m):i.fromCubemap(f,m),m.texture.pmremVersion=f.pmremVersion,e.set(f,m),m.texture;if(m!==void 0)return m.texture;{let v=f.image;return g&&v&&v.height>0||_&&v&&l(v)?(i===null&&(i=new Nc(n)),m=g?i.fromEquirectangular(f):i.fromCubemap(f),m.texture.pmremVersion=f.pmremVersion,e.set(f,m),f.addEventListener("dispose",u),m.texture):null}}}return f}function a(f,d){return d===Xl?f.mapping=sr:d===ql&&(f.mapping=so),f}function l(f){let d=0,g=6;for(let _=0;_<g;_++)f[_]!==void 0&&d++;return d===g}function c(f){let d=f.target;d.removeEventListener("dispose",c);let g=t.get(d);g!==void 0&&(t.delete(d),g.dispose())}function u(f){let d=f.target;d.removeEventListener("dispose",u);let g=e.get(d);g!==void 0&&(e.delete(d),g.dispose())}function h(){t=new WeakMap,e=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:s,dispose:h}}function ky(n){let t={};function e(i){if(t[i]!==void 0)return t[i];let s=n.getExtension(i);return t[i]=s,s}return{has:function(i){return e(i)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(i){let s=e(i);return s===null&&Vo("WebGLRenderer: "+i+" extension not supported."),s}}}function zy(n,t,e,i){let s={},r=new WeakMap,o=new FinalizationRegistry(g=>delete s[g]);function a(g){l(g.target)}function l(g){g.index!==null&&t.remove(g.index);for(let m in g.attributes)t.remove(g.attributes[m]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let _=r.get(g);_&&(t.remove(_),r.delete(g)),i.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,e.memory.geometries--}function c(g,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),e.memory.geometries++),_}function u(g){let _=g.attributes;for(let m in _)t.update(_[m],n.ARRAY_BUFFER)}function h(g){let _=g.index,m=g.attributes.position,p=0;if(m===void 0)return;let v=_!==null?_.array.length:m.array.length/3-1,A=m.count>=65535?Zo:Jo,S=new A(Math.ceil(v/3)*6,1),R=S.array;if(_!==null){let x=_.array;p=_.version;for(let b=0,B=0;b<v;b+=3){let P=x[b+0],I=x[b+1],F=x[b+2];R[B++]=P,R[B++]=I,R[B++]=I,R[B++]=F,R[B++]=F,R[B++]=P}}else{p=m.version;for(let x=0,b=0;x<v;x+=3){let B=x+0,P=x+1,I=x+2;R[b++]=B,R[b++]=P,R[b++]=P,R[b++]=I,R[b++]=I,R[b++]=B}}S.version=p;let w=r.get(g);w&&t.remove(w),r.set(g,S)}function f(g){let _=r.get(g);if(_){let m=g.index;m!==null&&_.version<m.version&&h(g)}else h(g);return r.get(g)}function d(){for(let g in s){let _=s[g].deref();_!==void 0&&l(_)}}return{get:c,update:u,getWireframeAttribute:f,dispose:d}}function Vy(n,t,e){let i;function s(h){i=h}let r,o;function a(h){r=h.type,o=h.bytesPerElement}function l(h,f){n.drawElements(i,f,r,h*o),e.update(f,i,1)}function c(h,f,d){d!==0&&(n.drawElementsInstanced(i,f,r,h*o,d),e.update(f,i,d))}function u(h,f,d){if(d===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,f,0,r,h,0,d);let _=0;for(let m=0;m<d;m++)_+=f[m];e.update(_,i,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=u}function Gy(n){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function i(r,o,a){switch(e.calls++,o){case n.TRIANGLES:e.triangles+=a*(r/3);break;case n.LINES:e.lines+=a*(r/2);break;case n.LINE_STRIP:e.lines+=a*(r-1);break;case n.LINE_LOOP:e.lines+=a*r;break;case n.POINTS:e.points+=a*r;break;default:ne("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:i}}function Hy(n,t,e){let i=new WeakMap,s=new Ye;function r(o,a,l){let c=o.morphTargetInfluences,u=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,h=u!==void 0?u.length:0,f=i.get(a);if(f===void 0||f.count!==h){let B=function(){x.dispose(),i.delete(a),a.removeEventListener("dispose",B)};f!==void 0&&f.texture.dispose();let d=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],A=0;d===!0&&(A=1),g===!0&&(A=2),_===!0&&(A=3);let S=a.attributes.position.count*A,R=1;S>t.maxTextureSize&&(R=Math.ceil(S/t.maxTextureSize),S=t.maxTextureSize);let w=new Float32Array(S*R*4*h),x=new qo(w,S,R,h);x.type=Li,x.needsUpdate=!0;let b=A*4;for(let P=0;P<h;P++){let I=m[P],F=p[P],O=v[P],D=S*R*4*P;for(let G=0;G<I.count;G++){let $=G*b;d===!0&&(s.fromBufferAttribute(I,G),w[D+$+0]=s.x,w[D+$+1]=s.y,w[D+$+2]=s.z,w[D+$+3]=0),g===!0&&(s.fromBufferAttribute(F,G),w[D+$+4]=s.x,w[D+$+5]=s.y,w[D+$+6]=s.z,w[D+$+7]=0),_===!0&&(s.fromBufferAttribute(O,G),w[D+$+8]=s.x,w[D+$+9]=s.y,w[D+$+10]=s.z,w[D+$+11]=O.itemSize===4?s.w:1)}}f={count:h,texture:x,size:new ve(S,R)},i.set(a,f),a.addEventListener("dispose",B)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(n,"morphTexture",o.morphTexture,e);else{let d=0;for(let _=0;_<c.length;_++)d+=c[_];let g=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(n,"morphTargetBaseInfluence",g),l.getUniforms().setValue(n,"morphTargetInfluences",c)}l.getUniforms().setValue(n,"morphTargetsTexture",f.texture,e),l.getUniforms().setValue(n,"morphTargetsTextureSize",f.size)}return{update:r}}function Wy(n,t,e,i,s){let r=new WeakMap;function o(c){let u=s.render.frame,h=c.geometry,f=t.get(c,h);if(r.get(f)!==u&&(t.update(f),r.set(f,u)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==u&&(e.update(c.instanceMatrix,n.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,n.ARRAY_BUFFER),r.set(c,u))),c.isSkinnedMesh){let d=c.skeleton;r.get(d)!==u&&(d.update(),r.set(d,u))}return f}function a(){r=new WeakMap}function l(c){let u=c.target;u.removeEventListener("dispose",l),i.releaseStatesOfObject(u),e.remove(u.instanceMatrix),u.instanceColor!==null&&e.remove(u.instanceColor)}return{update:o,dispose:a}}var Xy={[ru]:"LINEAR_TONE_MAPPING",[ou]:"REINHARD_TONE_MAPPING",[au]:"CINEON_TONE_MAPPING",[lu]:"ACES_FILMIC_TONE_MAPPING",[hu]:"AGX_TONE_MAPPING",[uu]:"NEUTRAL_TONE_MAPPING",[cu]:"CUSTOM_TONE_MAPPING"};function qy(n,t,e,i,s,r){let o=new li(t,e,{type:n,depthBuffer:s,stencilBuffer:r,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,u=new Bn;u.setAttribute("position",new Xe([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute("uv",new Xe([0,2,0,0,2,0],2));let h=new Pl({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),f=new In(u,h),d=new oa(-1,1,1,-1,0,1),g=null,_=null,m=!1,p,v=null,A=[],S=!1;this.setSize=function(R,w){o.setSize(R,w),a!==null&&a.setSize(R,w),l!==null&&l.setSize(R,w);for(let x=0;x<A.length;x++){let b=A[x];b.setSize&&b.setSize(R,w)}},this.setEffects=function(R){A=R,S=A.length>0&&A[0].isRenderPass===!0;let w=o.width,x=o.height;A.length>0&&a===null&&(a=new li(w,x,{type:Ni,depthBuffer:!1,stencilBuffer:!1}),l=new li(w,x,{type:Ni,depthBuffer:!1,stencilBuffer:!1}));let b=s===!0&&A.some(B=>B.needsDepthTexture===!0);b!==(o.depthTexture!==null)&&(b===!0&&c===null&&(c=new gs(w,x),r===!0&&(c.format=xs,c.type=rr)),o.dispose(),o.depthTexture=b?c:null,o.resolveDepthBuffer=b,o.storeMultisampledDepthBuffer=b);for(let B=0;B<A.length;B++){let P=A[B];P.setSize&&P.setSize(w,x),b&&P.needsDepthTexture===!0&&P.setDepthTexture&&P.setDepthTexture(c)}},this.begin=function(R,w){if(m||R.toneMapping===Zi&&A.length===0)return!1;if(v=w,w!==null){let x=w.width,b=w.height;(o.width!==x||o.height!==b)&&this.setSize(x,b)}return S===!1&&R.setRenderTarget(o),p=R.toneMapping,R.toneMapping=Zi,!0},this.hasRenderPass=function(){return S},this.end=function(R,w){R.toneMapping=p,m=!0;let x=o,b=a;for(let B=0;B<A.length;B++){let P=A[B];P.enabled!==!1&&(P.render(R,b,x,w),P.needsSwap!==!1&&(x=b,b=b===a?l:a))}if(g!==R.outputColorSpace||_!==R.toneMapping){g=R.outputColorSpace,_=R.toneMapping,h.defines={},xe.getTransfer(g)===Ae&&(h.defines.SRGB_TRANSFER="");let B=Xy[_];B&&(h.defines[B]=""),h.needsUpdate=!0}h.uniforms.tDiffuse.value=x.texture,R.setRenderTarget(v),R.render(f,d),v=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),u.dispose(),h.dispose()}}var tm=new Kn,em=new gs(1,1),nm=new Qo(1),im=new qo,sm=new wl,rm=new jo,Np=[],Dp=[],Up=new Float32Array(16),Fp=new Float32Array(9),Op=new Float32Array(4);function ao(n,t,e){let i=n[0];if(i<=0||i>0)return n;let s=t*e,r=Np[s];if(r===void 0&&(r=new Float32Array(s),Np[s]=r),t!==0){i.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,n[o].toArray(r,a)}return r}function _n(n,t){if(n.length!==t.length)return!1;for(let e=0,i=n.length;e<i;e++)if(n[e]!==t[e])return!1;return!0}function xn(n,t){for(let e=0,i=t.length;e<i;e++)n[e]=t[e]}function Uc(n,t){let e=Dp[t];e===void 0&&(e=new Int32Array(t),Dp[t]=e);for(let i=0;i!==t;++i)e[i]=n.allocateTextureUnit();return e}function $y(n,t){let e=this.cache;e[0]!==t&&(n.uniform1f(this.addr,t),e[0]=t)}function Yy(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(n.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(_n(e,t))return;n.uniform2fv(this.addr,t),xn(e,t)}}function Jy(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(n.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(n.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(_n(e,t))return;n.uniform3fv(this.addr,t),xn(e,t)}}function Zy(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(n.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(_n(e,t))return;n.uniform4fv(this.addr,t),xn(e,t)}}function Ky(n,t){let e=this.cache,i=t.elements;if(i===void 0){if(_n(e,t))return;n.uniformMatrix2fv(this.addr,!1,t),xn(e,t)}else{if(_n(e,i))return;Op.set(i),n.uniformMatrix2fv(this.addr,!1,Op),xn(e,i)}}function jy(n,t){let e=this.cache,i=t.elements;if(i===void 0){if(_n(e,t))return;n.uniformMatrix3fv(this.addr,!1,t),xn(e,t)}else{if(_n(e,i))return;Fp.set(i),n.uniformMatrix3fv(this.addr,!1,Fp),xn(e,i)}}function Qy(n,t){let e=this.cache,i=t.elements;if(i===void 0){if(_n(e,t))return;n.uniformMatrix4fv(this.addr,!1,t),xn(e,t)}else{if(_n(e,i))return;Up.set(i),n.uniformMatrix4fv(this.addr,!1,Up),xn(e,i)}}function tS(n,t){let e=this.cache;e[0]!==t&&(n.uniform1i(this.addr,t),e[0]=t)}function eS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(n.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(_n(e,t))return;n.uniform2iv(this.addr,t),xn(e,t)}}function nS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(n.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(_n(e,t))return;n.uniform3iv(this.addr,t),xn(e,t)}}function iS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(n.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(_n(e,t))return;n.uniform4iv(this.addr,t),xn(e,t)}}function sS(n,t){let e=this.cache;e[0]!==t&&(n.uniform1ui(this.addr,t),e[0]=t)}function rS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(n.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(_n(e,t))return;n.uniform2uiv(this.addr,t),xn(e,t)}}function oS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(n.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(_n(e,t))return;n.uniform3uiv(this.addr,t),xn(e,t)}}function aS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(n.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(_n(e,t))return;n.uniform4uiv(this.addr,t),xn(e,t)}}function Fc(n){return n.version===0&&(n.compareFunction=Mu,n.needsUpdate=!0),n}function lS(n,t,e){let i=this.cache,s=e.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_2D_SHADOW?r=Fc(em):r=tm,e.setTexture2D(t||r,s)}function cS(n,t,e){let i=this.cache,s=e.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),e.setTexture3D(t||sm,s)}function hS(n,t,e){let i=this.cache,s=e.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_CUBE_SHADOW?r=Fc(nm):r=rm,e.setTextureCube(t||r,s)}function uS(n,t,e){let i=this.cache,s=e.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),e.setTexture2DArray(t||im,s)}function fS(n){switch(n){case 5126:return $y;case 35664:return Yy;case 35665:return Jy;case 35666:return Zy;case 35674:return Ky;case 35675:return jy;case 35676:return Qy;case 5124:case 35670:return tS;case 35667:case 35671:return eS;case 35668:case 35672:return nS;case 35669:case 35673:return iS;case 5125:return sS;case 36294:return rS;case 36295:return oS;case 36296:return aS;case 35678:case 36198:case 36298:case 36306:case 35682:return lS;case 35679:case 36299:case 36307:return cS;case 35680:case 36300:case 36308:case 36293:return hS;case 36289:case 36303:case 36311:case 36292:return uS}}function dS(n,t){n.uniform1fv(this.addr,t)}function pS(n,t){let e=ao(t,this.size,2);n.uniform2fv(this.addr,e)}function mS(n,t){let e=ao(t,this.size,3);n.uniform3fv(this.addr,e)}function gS(n,t){let e=ao(t,this.size,4);n.uniform4fv(this.addr,e)}function _S(n,t){let e=ao(t,this.size,4);n.uniformMatrix2fv(this.addr,!1,e)}function xS(n,t){let e=ao(t,this.size,9);n.uniformMatrix3fv(this.addr,!1,e)}function vS(n,t){let e=ao(t,this.size,16);n.uniformMatrix4fv(this.addr,!1,e)}function yS(n,t){n.uniform1iv(this.addr,t)}function SS(n,t){n.uniform2iv(this.addr,t)}function MS(n,t){n.uniform3iv(this.addr,t)}function bS(n,t){n.uniform4iv(this.addr,t)}function wS(n,t){n.uniform1uiv(this.addr,t)}function ES(n,t){n.uniform2uiv(this.addr,t)}function TS(n,t){n.uniform3uiv(this.addr,t)}function AS(n,t){n.uniform4uiv(this.addr,t)}function CS(n,t,e){let i=this.cache,s=t.length,r=Uc(e,s);_n(i,r)||(n.uniform1iv(this.addr,r),xn(i,r));let o;this.type===n.SAMPLER_2D_SHADOW?o=Fc(em):o=tm;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function RS(n,t,e){let i=this.cache,s=t.length,r=Uc(e,s);_n(i,r)||(n.uniform1iv(this.addr,r),xn(i,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||sm,r[o])}function PS(n,t,e){let i=this.cache,s=t.length,r=Uc(e,s);_n(i,r)||(n.uniform1iv(this.addr,r),xn(i,r));let o;this.type===n.SAMPLER_CUBE_SHADOW?o=Fc(nm):o=rm;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function IS(n,t,e){let i=this.cache,s=t.length,r=Uc(e,s);_n(i,r)||(n.uniform1iv(this.addr,r),xn(i,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||im,r[o])}function LS(n){switch(n){case 5126:return dS;case 35664:return pS;case 35665:return mS;case 35666:return gS;case 35674:return _S;case 35675:return xS;case 35676:return vS;case 5124:case 35670:return yS;case 35667:case 35671:return SS;case 35668:case 35672:return MS;case 35669:case 35673:return bS;case 5125:return wS;case 36294:return ES;case 36295:return TS;case 36296:return AS;case 35678:case 36198:case 36298:case 36306:case 35682:return CS;case 35679:case 36299:case 36307:return RS;case 35680:case 36300:case 36308:case 36293:return PS;case 36289:case 36303:case 36311:case 36292:return IS}}var Lu=class{constructor(t,e,i){this.id=t,this.addr=i,this.cache=[],this.type=e.type,this.setValue=fS(e.type)}},Nu=class{constructor(t,e,i){this.id=t,this.addr=i,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=LS(e.type)}},Du=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,i){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],i)}}},Pu=/(\w+)(\])?(\[|\.)?/g;function Bp(n,t){n.seq.push(t),n.map[t.id]=t}function NS(n,t,e){let i=n.name,s=i.length;for(Pu.lastIndex=0;;){let r=Pu.exec(i),o=Pu.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Bp(e,c===void 0?new Lu(a,n,t):new Nu(a,n,t));break}else{let h=e.map[a];h===void 0&&(h=new Du(a),Bp(e,h)),e=h}}}var oo=class{constructor(t,e){this.seq=[],this.map={};let i=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<i;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);NS(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,i,s){let r=this.map[e];r!==void 0&&r.setValue(t,i,s)}setOptional(t,e,i){let s=e[i];s!==void 0&&this.setValue(t,i,s)}static upload(t,e,i,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=i[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let i=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&i.push(o)}return i}};function kp(n,t,e){let i=n.createShader(t);return n.shaderSource(i,e),n.compileShader(i),i}var DS=37297,US=0;function FS(n,t){let e=n.split(`
`),i=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;i.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return i.join(`
`)}var zp=new se;function OS(n){xe._getMatrix(zp,xe.workingColorSpace,n);let t=`mat3( ${zp.elements.map(e=>e.toFixed(4))} )`;switch(xe.getTransfer(n)){case Wo:return[t,"LinearTransferOETF"];case Ae:return[t,"sRGBTransferOETF"];default:return Jt("WebGLProgram: Unsupported color space: ",n),[t,"LinearTransferOETF"]}}function Vp(n,t,e){let i=n.getShaderParameter(t,n.COMPILE_STATUS),r=(n.getShaderInfoLog(t)||"").trim();if(i&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+FS(n.getShaderSource(t),a)}else return r}function BS(n,t){let e=OS(t);return[`vec4 ${n}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var kS={[ru]:"Linear",[ou]:"Reinhard",[au]:"Cineon",[lu]:"ACESFilmic",[hu]:"AgX",[uu]:"Neutral",[cu]:"Custom"};function zS(n,t){let e=kS[t];return e===void 0?(Jt("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Lc=new j;function VS(){xe.getLuminanceCoefficients(Lc);let n=Lc.x.toFixed(4),t=Lc.y.toFixed(4),e=Lc.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function GS(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(ya).join(`
`)}function HS(n){let t=[];for(let e in n){let i=n[e];i!==!1&&t.push("#define "+e+" "+i)}return t.join(`
`)}function WS(n,t){let e={},i=n.getProgramParameter(t,n.ACTIVE_ATTRIBUTES);for(let s=0;s<i;s++){let r=n.getActiveAttrib(t,s),o=r.name,a=1;r.type===n.FLOAT_MAT2&&(a=2),r.type===n.FLOAT_MAT3&&(a=3),r.type===n.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:n.getAttribLocation(t,o),locationSize:a}}return e}function ya(n){return n!==""}function Gp(n,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return n.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Hp(n,t){return n.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var XS=/^[ \t]*#include +<([\w\d./]+)>/gm;function Uu(n){return n.replace(XS,qS)}function qS(n,t){let e=ue[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Uu(e)}var $S=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Wp(n){return n.replace($S,YS)}function YS(n,t,e,i){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=i.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Xp(n){let t=`precision ${n.precision} float;
	precision ${n.precision} int;
	precision ${n.precision} sampler2D;
	precision ${n.precision} samplerCube;
	precision ${n.precision} sampler3D;
	precision ${n.precision} sampler2DArray;
	precision ${n.precision} sampler2DShadow;
	precision ${n.precision} samplerCubeShadow;
	precision ${n.precision} sampler2DArrayShadow;
	precision ${n.precision} isampler2D;
	precision ${n.precision} isampler3D;
	precision ${n.precision} isamplerCube;
	precision ${n.precision} isampler2DArray;
	precision ${n.precision} usampler2D;
	precision ${n.precision} usampler3D;
	precision ${n.precision} usamplerCube;
	precision ${n.precision} usampler2DArray;
	`;return n.precision==="highp"?t+=`
#define HIGH_PRECISION`:n.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:n.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var JS={[ha]:"SHADOWMAP_TYPE_PCF",[no]:"SHADOWMAP_TYPE_VSM"};function ZS(n){return JS[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var KS={[so]:"ENVMAP_MODE_REFRACTION"};function jS(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":KS[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var QS={[su]:"ENVMAP_BLENDING_MULTIPLY",[lp]:"ENVMAP_BLENDING_MIX",[cp]:"ENVMAP_BLENDING_ADD"};function tM(n){return n.envMap===!1?"ENVMAP_BLENDING_NONE":QS[n.combine]||"ENVMAP_BLENDING_NONE"}function eM(n,t,e,i){let s=n.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=ZS(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",u=jS(e),h=tM(e),f=GS(e),d=HS(r),g=s.createProgram(),_,m,p=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(_=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(ya).join(`
`),_.length>0&&(_+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(ya).join(`
`),m.length>0&&(m+=`
`)):(_=[Xp(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+u:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(ya).join(`
`),m=[Xp(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+u:"",e.envMap?"#define "+h:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Zi?"#define TONE_MAPPING":"",e.toneMapping!==Zi?ue.tonemapping_pars_fragment:"",e.toneMapping!==Zi?zS("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ue.colorspace_pars_fragment,BS("linearToOutputTexel",e.outputColorSpace),VS(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(ya).join(`
`)),o=Uu(o),o=Gp(o,e),o=Hp(o,e),a=Uu(a),a=Gp(a,e),a=Hp(a,e),o=Wp(o),a=Wp(a),e.isRawShaderMaterial!==!0&&(p=`#version 300 es
`,_=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,m=["#define varying in",e.glslVersion===bu?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===bu?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let v=p+_+o,A=p+m+a,S=kp(s,s.VERTEX_SHADER,v),R=kp(s,s.FRAGMENT_SHADER,A);s.attachShader(g,S),s.attachShader(g,R),e.index0AttributeName!==void 0?s.bindAttribLocation(g,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function w(P){if(n.debug.checkShaderErrors){let I=s.getProgramInfoLog(g)||"",F=s.getShaderInfoLog(S)||"",O=s.getShaderInfoLog(R)||"",D=I.trim(),G=F.trim(),$=O.trim(),H=!0,ft=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(H=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(s,g,S,R);else{let Z=Vp(s,S,"vertex"),et=Vp(s,R,"fragment");ne("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+P.name+`
Material Type: `+P.type+`

Program Info Log: `+D+`
`+Z+`
`+et)}else D!==""?Jt("WebGLProgram: Program Info Log:",D):(G===""||$==="")&&(ft=!1);ft&&(P.diagnostics={runnable:H,programLog:D,vertexShader:{log:G,prefix:_},fragmentShader:{log:$,prefix:m}})}s.deleteShader(S),s.deleteShader(R),x=new oo(s,g),b=WS(s,g)}let x;this.getUniforms=function(){return x===void 0&&w(this),x};let b;this.getAttributes=function(){return b===void 0&&w(this),b};let B=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return B===!1&&(B=s.getProgramParameter(g,DS)),B},this.destroy=function(){i.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=US++,this.cacheKey=t,this.usedTimes=1,this.program=g,this.vertexShader=S,this.fragmentShader=R,this}var nM=0,Fu=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,i){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(i)===!1&&(s.add(i),i.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let i of e)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,i=e.get(t);return i===void 0&&(i=new Set,e.set(t,i)),i}_getShaderStage(t){let e=this.shaderCache,i=e.get(t);return i===void 0&&(i=new Ou(t),e.set(t,i)),i}},Ou=class{constructor(t){this.id=nM++,this.code=t,this.usedTimes=0}};function iM(n){return n===Vs||n===ga||n===_a}function sM(n,t,e,i,s,r){let o=new $o,a=new Fu,l=new Set,c=[],u=new Map,h=i.logarithmicDepthBuffer,f={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(x){return l.add(x),x===0?"uv":`uv${x}`}function g(x,b,B,P,I,F){let O=P.fog,D=I.geometry,G=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?P.environment:null,$=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,H=t.get(x.envMap||G,$),ft=f[x.type],Z=i.precision;x.precision!==null&&(Z=i.getMaxPrecision(x.precision),Z!==x.precision&&Jt("WebGLProgram.getParameters:",x.precision,"not supported, using",Z,"instead."));let et=D.morphAttributes.position||D.morphAttributes.normal||D.morphAttributes.color,rt=et!==void 0?et.length:0,K=0;D.morphAttributes.position!==void 0&&(K=1),D.morphAttributes.normal!==void 0&&(K=2),D.morphAttributes.color!==void 0&&(K=3);let st,q,at,ht;if(ft){let Rt=ji[ft];st=Rt.vertexShader,q=Rt.fragmentShader}else{st=x.vertexShader,q=x.fragmentShader;let Rt=a.getVertexShaderStage(x),le=a.getFragmentShaderStage(x);a.update(x,Rt,le),at=Rt.id,ht=le.id}let dt=n.getRenderTarget(),_t=n.state.buffers.depth.getReversed(),Ft=I.isInstancedMesh===!0,Qt=I.isBatchedMesh===!0,kt=!!x.map,ie=!!x.matcap,ae=!!H,te=ae&&H.isPMREMTexture===!0,Be=!!x.aoMap,ke=!!x.lightMap,an=!!x.bumpMap&&x.wireframe===!1,Le=!!x.normalMap,Sn=!!x.displacementMap,Me=!!x.emissiveMap,mn=!!x.metalnessMap,Ke=!!x.roughnessMap,ln=x.anisotropy>0,z=x.clearcoat>0,Pt=x.diffuseRoughness>0,Yt=x.dispersion>0,oe=x.retroreflectivity>0,Et=x.iridescence>0,De=x.sheen>0,Ht=x.transmission>0,qt=ln&&!!x.anisotropyMap,L=z&&!!x.clearcoatMap,M=z&&!!x.clearcoatNormalMap,X=z&&!!x.clearcoatRoughnessMap,gt=Pt&&!!x.diffuseRoughnessMap,ct=Et&&!!x.iridescenceMap,St=Et&&!!x.iridescenceThicknessMap,Mt=De&&!!x.sheenColorMap,nt=De&&!!x.sheenRoughnessMap,ot=!!x.specularMap,vt=!!x.specularColorMap,k=!!x.specularIntensityMap,lt=Ht&&!!x.transmissionMap,it=Ht&&!!x.thicknessMap,Tt=!!x.gradientMap,yt=!!x.alphaMap,wt=x.alphaTest>0,Wt=!!x.alphaHash,Kt=!!x.extensions,pt=Zi;x.toneMapped&&(dt===null||dt.isXRRenderTarget===!0)&&(pt=n.toneMapping);let zt=te?H.isCompressedCubeTexture?H.image[0].mipmaps:H.mipmaps:null,jt={shaderID:ft,shaderType:x.type,shaderName:x.name,vertexShader:st,fragmentShader:q,defines:x.defines,customVertexShaderID:at,customFragmentShaderID:ht,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:Z,batching:Qt,batchingColor:Qt&&I._colorsTexture!==null,instancing:Ft,instancingColor:Ft&&I.instanceColor!==null,instancingMorph:Ft&&I.morphTexture!==null,outputColorSpace:dt===null?n.outputColorSpace:dt.isXRRenderTarget===!0?dt.texture.colorSpace:xe.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:kt,matcap:ie,envMap:ae,envMapMode:ae&&H.mapping,envMapPMREM:te,envMapMaxLod:te?zt.length-1:null,envMapSize:te?zt[0].width:null,aoMap:Be,lightMap:ke,bumpMap:an,normalMap:Le,displacementMap:Sn,emissiveMap:Me,normalMapObjectSpace:Le&&x.normalMapType===fp,normalMapTangentSpace:Le&&x.normalMapType===Pc,packedNormalMap:Le&&x.normalMapType===Pc&&iM(x.normalMap.format),metalnessMap:mn,roughnessMap:Ke,anisotropy:ln,anisotropyMap:qt,clearcoat:z,clearcoatMap:L,clearcoatNormalMap:M,clearcoatRoughnessMap:X,diffuseRoughness:Pt,diffuseRoughnessMap:gt,dispersion:Yt,retroreflection:oe,iridescence:Et,iridescenceMap:ct,iridescenceThicknessMap:St,sheen:De,sheenColorMap:Mt,sheenRoughnessMap:nt,specularMap:ot,specularColorMap:vt,specularIntensityMap:k,transmission:Ht,transmissionMap:lt,thicknessMap:it,gradientMap:Tt,opaque:x.transparent===!1&&x.blending===io&&x.alphaToCoverage===!1,alphaMap:yt,alphaTest:wt,alphaHash:Wt,combine:x.combine,mapUv:kt&&d(x.map.channel),aoMapUv:Be&&d(x.aoMap.channel),lightMapUv:ke&&d(x.lightMap.channel),bumpMapUv:an&&d(x.bumpMap.channel),normalMapUv:Le&&d(x.normalMap.channel),displacementMapUv:Sn&&d(x.displacementMap.channel),emissiveMapUv:Me&&d(x.emissiveMap.channel),metalnessMapUv:mn&&d(x.metalnessMap.channel),roughnessMapUv:Ke&&d(x.roughnessMap.channel),anisotropyMapUv:qt&&d(x.anisotropyMap.channel),clearcoatMapUv:L&&d(x.clearcoatMap.channel),clearcoatNormalMapUv:M&&d(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&d(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:gt&&d(x.diffuseRoughnessMap.channel),iridescenceMapUv:ct&&d(x.iridescenceMap.channel),iridescenceThicknessMapUv:St&&d(x.iridescenceThicknessMap.channel),sheenColorMapUv:Mt&&d(x.sheenColorMap.channel),sheenRoughnessMapUv:nt&&d(x.sheenRoughnessMap.channel),specularMapUv:ot&&d(x.specularMap.channel),specularColorMapUv:vt&&d(x.specularColorMap.channel),specularIntensityMapUv:k&&d(x.specularIntensityMap.channel),transmissionMapUv:lt&&d(x.transmissionMap.channel),thicknessMapUv:it&&d(x.thicknessMap.channel),alphaMapUv:yt&&d(x.alphaMap.channel),vertexTangents:!!D.attributes.tangent&&(Le||ln),vertexNormals:!!D.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!D.attributes.color&&D.attributes.color.itemSize===4,pointsUvs:I.isPoints===!0&&!!D.attributes.uv&&(kt||yt),fog:!!O,useFog:x.fog===!0,fogExp2:!!O&&O.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||D.attributes.normal===void 0&&Le===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:h,reversedDepthBuffer:_t,skinning:I.isSkinnedMesh===!0,hasPositionAttribute:D.attributes.position!==void 0,morphTargets:D.morphAttributes.position!==void 0,morphNormals:D.morphAttributes.normal!==void 0,morphColors:D.morphAttributes.color!==void 0,morphTargetsCount:rt,morphTextureStride:K,numSunLights:b.sun.length,numDirLights:b.directional.length,numPointLights:b.point.length,numSpotLights:b.spot.length,numSpotLightMaps:b.spotLightMap.length,numRectAreaLights:b.rectArea.length,numHemiLights:b.hemi.length,numSunLightShadows:b.sunShadowMap.length,numDirLightShadows:b.directionalShadowMap.length,numPointLightShadows:b.pointShadowMap.length,numSpotLightShadows:b.spotShadowMap.length,numSpotLightShadowsWithMaps:b.numSpotLightShadowsWithMaps,numLightProbes:b.numLightProbes,numLightProbeGrids:F.filter(Rt=>Rt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:n.shadowMap.enabled&&B.length>0,shadowMapType:n.shadowMap.type,toneMapping:pt,decodeVideoTexture:kt&&x.map.isVideoTexture===!0&&xe.getTransfer(x.map.colorSpace)===Ae,decodeVideoTextureEmissive:Me&&x.emissiveMap.isVideoTexture===!0&&xe.getTransfer(x.emissiveMap.colorSpace)===Ae,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===yi,flipSided:x.side===Jn,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:Kt&&x.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Kt&&x.extensions.multiDraw===!0||Qt)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return jt.vertexUv1s=l.has(1),jt.vertexUv2s=l.has(2),jt.vertexUv3s=l.has(3),l.clear(),jt}function _(x){let b=[];if(x.shaderID?b.push(x.shaderID):(b.push(x.customVertexShaderID),b.push(x.customFragmentShaderID)),x.defines!==void 0)for(let B in x.defines)b.push(B),b.push(x.defines[B]);return x.isRawShaderMaterial===!1&&(m(b,x),p(b,x),b.push(n.outputColorSpace)),b.push(x.customProgramCacheKey),b.join()}function m(x,b){x.push(b.precision),x.push(b.outputColorSpace),x.push(b.envMapMode),x.push(b.envMapPMREM),x.push(b.envMapMaxLod),x.push(b.envMapSize),x.push(b.mapUv),x.push(b.alphaMapUv),x.push(b.lightMapUv),x.push(b.aoMapUv),x.push(b.bumpMapUv),x.push(b.normalMapUv),x.push(b.displacementMapUv),x.push(b.emissiveMapUv),x.push(b.metalnessMapUv),x.push(b.roughnessMapUv),x.push(b.anisotropyMapUv),x.push(b.clearcoatMapUv),x.push(b.clearcoatNormalMapUv),x.push(b.clearcoatRoughnessMapUv),x.push(b.diffuseRoughnessMapUv),x.push(b.iridescenceMapUv),x.push(b.iridescenceThicknessMapUv),x.push(b.sheenColorMapUv),x.push(b.sheenRoughnessMapUv),x.push(b.specularMapUv),x.push(b.specularColorMapUv),x.push(b.specularIntensityMapUv),x.push(b.transmissionMapUv),x.push(b.thicknessMapUv),x.push(b.combine),x.push(b.fogExp2),x.push(b.sizeAttenuation),x.push(b.morphTargetsCount),x.push(b.numSunLights),x.push(b.numDirLights),x.push(b.numPointLights),x.push(b.numSpotLights),x.push(b.numSpotLightMaps),x.push(b.numHemiLights),x.push(b.numRectAreaLights),x.push(b.numSunLightShadows),x.push(b.numDirLightShadows),x.push(b.numPointLightShadows),x.push(b.numSpotLightShadows),x.push(b.numSpotLightShadowsWithMaps),x.push(b.numLightProbes),x.push(b.numLightProbeGrids),x.push(b.shadowMapType),x.push(b.toneMapping),x.push(b.numClippingPlanes),x.push(b.numClipIntersection),x.push(b.depthPacking)}function p(x,b){o.disableAll(),b.instancing&&o.enable(0),b.instancingColor&&o.enable(1),b.instancingMorph&&o.enable(2),b.matcap&&o.enable(3),b.envMap&&o.enable(4),b.normalMapObjectSpace&&o.enable(5),b.normalMapTangentSpace&&o.enable(6),b.clearcoat&&o.enable(7),b.iridescence&&o.enable(8),b.alphaTest&&o.enable(9),b.vertexColors&&o.enable(10),b.vertexAlphas&&o.enable(11),b.vertexUv1s&&o.enable(12),b.vertexUv2s&&o.enable(13),b.vertexUv3s&&o.enable(14),b.vertexTangents&&o.enable(15),b.anisotropy&&o.enable(16),b.alphaHash&&o.enable(17),b.batching&&o.enable(18),b.dispersion&&o.enable(19),b.retroreflection&&o.enable(24),b.diffuseRoughness&&o.enable(25),b.batchingColor&&o.enable(20),b.gradientMap&&o.enable(21),b.packedNormalMap&&o.enable(22),b.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),b.fog&&o.enable(0),b.useFog&&o.enable(1),b.flatShading&&o.enable(2),b.logarithmicDepthBuffer&&o.enable(3),b.reversedDepthBuffer&&o.enable(4),b.skinning&&o.enable(5),b.morphTargets&&o.enable(6),b.morphNormals&&o.enable(7),b.morphColors&&o.enable(8),b.premultipliedAlpha&&o.enable(9),b.shadowMapEnabled&&o.enable(10),b.doubleSided&&o.enable(11),b.flipSided&&o.enable(12),b.useDepthPacking&&o.enable(13),b.dithering&&o.enable(14),b.transmission&&o.enable(15),b.sheen&&o.enable(16),b.opaque&&o.enable(17),b.pointsUvs&&o.enable(18),b.decodeVideoTexture&&o.enable(19),b.decodeVideoTextureEmissive&&o.enable(20),b.alphaToCoverage&&o.enable(21),b.numLightProbeGrids>0&&o.enable(22),b.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function v(x){let b=f[x.type],B;if(b){let P=ji[b];B=Tp.clone(P.uniforms)}else B=x.uniforms;return B}function A(x,b){let B=u.get(b);return B!==void 0?++B.usedTimes:(B=new eM(n,b,x,s),c.push(B),u.set(b,B)),B}function S(x){if(--x.usedTimes===0){let b=c.indexOf(x);c[b]=c[c.length-1],c.pop(),u.delete(x.cacheKey),x.destroy()}}function R(x){a.remove(x)}function w(){a.dispose()}return{getParameters:g,getProgramCacheKey:_,getUniforms:v,acquireProgram:A,releaseProgram:S,releaseShaderCache:R,programs:c,dispose:w}}function rM(){let n=new WeakMap;function t(o){return n.has(o)}function e(o){let a=n.get(o);return a===void 0&&(a={},n.set(o,a)),a}function i(o){n.delete(o)}function s(o,a,l){n.get(o)[a]=l}function r(){n=new WeakMap}return{has:t,get:e,remove:i,update:s,dispose:r}}function oM(n,t){return n.groupOrder!==t.groupOrder?n.groupOrder-t.groupOrder:n.renderOrder!==t.renderOrder?n.renderOrder-t.renderOrder:n.material.id!==t.material.id?n.material.id-t.material.id:n.materialVariant!==t.materialVariant?n.materialVariant-t.materialVariant:n.z!==t.z?n.z-t.z:n.id-t.id}function qp(n,t){return n.groupOrder!==t.groupOrder?n.groupOrder-t.groupOrder:n.renderOrder!==t.renderOrder?n.renderOrder-t.renderOrder:n.z!==t.z?t.z-n.z:n.id-t.id}function $p(){let n=[],t=0,e=[],i=[],s=[];function r(){t=0,e.length=0,i.length=0,s.length=0}function o(f){let d=0;return f.isInstancedMesh&&(d+=2),f.isSkinnedMesh&&(d+=1),d}function a(f,d,g,_,m,p){let v=n[t];return v===void 0?(v={id:f.id,object:f,geometry:d,material:g,materialVariant:o(f),groupOrder:_,renderOrder:f.renderOrder,z:m,group:p},n[t]=v):(v.id=f.id,v.object=f,v.geometry=d,v.material=g,v.materialVariant=o(f),v.groupOrder=_,v.renderOrder=f.renderOrder,v.z=m,v.group=p),t++,v}function l(f,d,g,_,m,p,v){v.reversedDepth===!0&&(m=-m);let A=a(f,d,g,_,m,p);g.transmission>0?i.push(A):g.transparent===!0?s.push(A):e.push(A)}function c(f,d,g,_,m,p){let v=a(f,d,g,_,m,p);g.transmission>0?i.unshift(v):g.transparent===!0?s.unshift(v):e.unshift(v)}function u(f,d){e.length>1&&e.sort(f||oM),i.length>1&&i.sort(d||qp),s.length>1&&s.sort(d||qp)}function h(){for(let f=t,d=n.length;f<d;f++){let g=n[f];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:e,transmissive:i,transparent:s,init:r,push:l,unshift:c,finish:h,sort:u}}function aM(){let n=new WeakMap;function t(i,s){let r=n.get(i),o;return r===void 0?(o=new $p,n.set(i,[o])):s>=r.length?(o=new $p,r.push(o)):o=r[s],o}function e(){n=new WeakMap}return{get:t,dispose:e}}function lM(){let n={};return{get:function(t){if(n[t.id]!==void 0)return n[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new j,color:new fe};break;case"SpotLight":e={position:new j,direction:new j,color:new fe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new j,color:new fe,distance:0,decay:0};break;case"HemisphereLight":e={direction:new j,skyColor:new fe,groundColor:new fe};break;case"RectAreaLight":e={color:new fe,position:new j,halfWidth:new j,halfHeight:new j};break}return n[t.id]=e,e}}}function cM(){let n={};return{get:function(t){if(n[t.id]!==void 0)return n[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ve};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ve};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ve,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[t.id]=e,e}}}var hM=0;function uM(n,t){return(t.castShadow?2:0)-(n.castShadow?2:0)+(t.map?1:0)-(n.map?1:0)}function fM(n){let t=new lM,e=cM(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)i.probe.push(new j);let s=new j,r=new Ue,o=new Ue;function a(c){let u=0,h=0,f=0;for(let F=0;F<9;F++)i.probe[F].set(0,0,0);let d=0,g=0,_=0,m=0,p=0,v=0,A=0,S=0,R=0,w=0,x=0,b=0,B=0,P=0;c.sort(uM);for(let F=0,O=c.length;F<O;F++){let D=c[F],G=D.color,$=D.intensity,H=D.distance,ft=null;if(D.shadow&&D.shadow.map&&(D.shadow.map.texture.format===Vs?ft=D.shadow.map.texture:ft=D.shadow.map.depthTexture||D.shadow.map.texture),D.isAmbientLight)u+=G.r*$,h+=G.g*$,f+=G.b*$;else if(D.isLightProbe){for(let Z=0;Z<9;Z++)i.probe[Z].addScaledVector(D.sh.coefficients[Z],$);P++}else if(D.isSunLight){let Z=t.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let et=D.shadow,rt=e.get(D);rt.shadowIntensity=et.intensity,rt.shadowBias=et.bias,rt.shadowNormalBias=et.normalBias,rt.shadowRadius=et.radius,rt.shadowMapSize.copy(et.mapSize).multiply(et.getFrameExtents()),i.sunShadow[g]=rt,i.sunShadowMap[g]=ft;let K=et.getViewportCount();for(let st=0;st<K;st++)i.sunShadowMatrix[_+st]=et.getMatrix(st),i.sunShadowCascade[_+st]=et._cascadeData[st];_+=K,g++}i.sun[d]=Z,d++}else if(D.isDirectionalLight){let Z=t.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let et=D.shadow,rt=e.get(D);rt.shadowIntensity=et.intensity,rt.shadowBias=et.bias,rt.shadowNormalBias=et.normalBias,rt.shadowRadius=et.radius,rt.shadowMapSize=et.mapSize,i.directionalShadow[m]=rt,i.directionalShadowMap[m]=ft,i.directionalShadowMatrix[m]=D.shadow.matrix,R++}i.directional[m]=Z,m++}else if(D.isSpotLight){let Z=t.get(D);Z.position.setFromMatrixPosition(D.matrixWorld),Z.color.copy(G).multiplyScalar($),Z.distance=H,Z.coneCos=Math.cos(D.angle),Z.penumbraCos=Math.cos(D.angle*(1-D.penumbra)),Z.decay=D.decay,i.spot[v]=Z;let et=D.shadow;if(D.map&&(i.spotLightMap[b]=D.map,b++,et.updateMatrices(D),D.castShadow&&B++),i.spotLightMatrix[v]=et.matrix,D.castShadow){let rt=e.get(D);rt.shadowIntensity=et.intensity,rt.shadowBias=et.bias,rt.shadowNormalBias=et.normalBias,rt.shadowRadius=et.radius,rt.shadowMapSize=et.mapSize,i.spotShadow[v]=rt,i.spotShadowMap[v]=ft,x++}v++}else if(D.isRectAreaLight){let Z=t.get(D);Z.color.copy(G).multiplyScalar($),Z.halfWidth.set(D.width*.5,0,0),Z.halfHeight.set(0,D.height*.5,0),i.rectArea[A]=Z,A++}else if(D.isPointLight){let Z=t.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),Z.distance=D.distance,Z.decay=D.decay,D.castShadow){let et=D.shadow,rt=e.get(D);rt.shadowIntensity=et.intensity,rt.shadowBias=et.bias,rt.shadowNormalBias=et.normalBias,rt.shadowRadius=et.radius,rt.shadowMapSize=et.mapSize,rt.shadowCameraNear=et.camera.near,rt.shadowCameraFar=et.camera.far,i.pointShadow[p]=rt,i.pointShadowMap[p]=ft,i.pointShadowMatrix[p]=D.shadow.matrix,w++}i.point[p]=Z,p++}else if(D.isHemisphereLight){let Z=t.get(D);Z.skyColor.copy(D.color).multiplyScalar($),Z.groundColor.copy(D.groundColor).multiplyScalar($),i.hemi[S]=Z,S++}}A>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=Nt.LTC_FLOAT_1,i.rectAreaLTC2=Nt.LTC_FLOAT_2):(i.rectAreaLTC1=Nt.LTC_HALF_1,i.rectAreaLTC2=Nt.LTC_HALF_2)),i.ambient[0]=u,i.ambient[1]=h,i.ambient[2]=f;let I=i.hash;(I.sunLength!==d||I.directionalLength!==m||I.pointLength!==p||I.spotLength!==v||I.rectAreaLength!==A||I.hemiLength!==S||I.numSunShadows!==g||I.numDirectionalShadows!==R||I.numPointShadows!==w||I.numSpotShadows!==x||I.numSpotMaps!==b||I.numLightProbes!==P)&&(i.sun.length=d,i.directional.length=m,i.spot.length=v,i.rectArea.length=A,i.point.length=p,i.hemi.length=S,i.sunShadow.length=g,i.sunShadowMap.length=g,i.sunShadowMatrix.length=_,i.sunShadowCascade.length=_,i.directionalShadow.length=R,i.directionalShadowMap.length=R,i.directionalShadowMatrix.length=R,i.pointShadow.length=w,i.pointShadowMap.length=w,i.pointShadowMatrix.length=w,i.spotShadow.length=x,i.spotShadowMap.length=x,i.spotLightMatrix.length=x+b-B,i.spotLightMap.length=b,i.numSpotLightShadowsWithMaps=B,i.numLightProbes=P,I.sunLength=d,I.directionalLength=m,I.pointLength=p,I.spotLength=v,I.rectAreaLength=A,I.hemiLength=S,I.numSunShadows=g,I.numDirectionalShadows=R,I.numPointShadows=w,I.numSpotShadows=x,I.numSpotMaps=b,I.numLightProbes=P,i.version=hM++)}function l(c,u){let h=0,f=0,d=0,g=0,_=0,m=0,p=u.matrixWorldInverse;for(let v=0,A=c.length;v<A;v++){let S=c[v];if(S.isSunLight){let R=i.sun[h];R.direction.setFromMatrixPosition(S.matrixWorld),R.direction.transformDirection(p),h++}else if(S.isDirectionalLight){let R=i.directional[f];R.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(p),f++}else if(S.isSpotLight){let R=i.spot[g];R.position.setFromMatrixPosition(S.matrixWorld),R.position.applyMatrix4(p),R.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(p),g++}else if(S.isRectAreaLight){let R=i.rectArea[_];R.position.setFromMatrixPosition(S.matrixWorld),R.position.applyMatrix4(p),o.identity(),r.copy(S.matrixWorld),r.premultiply(p),o.extractRotation(r),R.halfWidth.set(S.width*.5,0,0),R.halfHeight.set(0,S.height*.5,0),R.halfWidth.applyMatrix4(o),R.halfHeight.applyMatrix4(o),_++}else if(S.isPointLight){let R=i.point[d];R.position.setFromMatrixPosition(S.matrixWorld),R.position.applyMatrix4(p),d++}else if(S.isHemisphereLight){let R=i.hemi[m];R.direction.setFromMatrixPosition(S.matrixWorld),R.direction.transformDirection(p),m++}}}return{setup:a,setupView:l,state:i}}function Yp(n){let t=new fM(n),e=[],i=[],s=[];function r(h){u.camera=h,e.length=0,i.length=0,s.length=0}function o(h){h.isLightProbeGrid?s.push(h):e.push(h)}function a(h){i.push(h)}function l(){t.setup(e),s.sort((h,f)=>h.priority-f.priority||h.id-f.id)}function c(h){t.setupView(e,h)}let u={lightsArray:e,shadowsArray:i,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:u,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function dM(n){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new Yp(n),t.set(s,[a])):r>=o.length?(a=new Yp(n),o.push(a)):a=o[r],a}function i(){t=new WeakMap}return{get:e,dispose:i}}var pM=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,mM=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,gM=[new j(1,0,0),new j(-1,0,0),new j(0,1,0),new j(0,-1,0),new j(0,0,1),new j(0,0,-1)],_M=[new j(0,-1,0),new j(0,-1,0),new j(0,0,1),new j(0,0,-1),new j(0,-1,0),new j(0,-1,0)],Jp=new Ue,va=new j,Iu=new j;function xM(n,t,e){let i=new Fs,s=new ve,r=new ve,o=new Ye,a=new Il,l=new Ll,c={},u=e.maxTextureSize,h={[zs]:Jn,[Jn]:zs,[yi]:yi},f=new Ji({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new ve},radius:{value:4}},vertexShader:pM,fragmentShader:mM}),d=f.clone();d.defines.HORIZONTAL_PASS=1;let g=new Bn;g.setAttribute("position",new ai(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new In(g,f),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=ha;let p=this.type;this.render=function(w,x,b){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||w.length===0)return;this.type===Hd&&(Jt("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=ha);let B=n.getRenderTarget(),P=n.getActiveCubeFace(),I=n.getActiveMipmapLevel(),F=n.state;F.setBlending(nr),F.buffers.depth.getReversed()===!0?F.buffers.color.setClear(0,0,0,0):F.buffers.color.setClear(1,1,1,1),F.buffers.depth.setTest(!0),F.setScissorTest(!1);let O=p!==this.type;O&&x.traverse(function(D){D.material&&(Array.isArray(D.material)?D.material.forEach(G=>G.needsUpdate=!0):D.material.needsUpdate=!0)});for(let D=0,G=w.length;D<G;D++){let $=w[D],H=$.shadow;if(H===void 0){Jt("WebGLShadowMap:",$,"has no shadow.");continue}if(H.autoUpdate===!1&&H.needsUpdate===!1)continue;s.copy(H.mapSize);let ft=H.getFrameExtents();s.multiply(ft),r.copy(H.mapSize),(s.x>u||s.y>u)&&(s.x>u&&(r.x=Math.floor(u/ft.x),s.x=r.x*ft.x,H.mapSize.x=r.x),s.y>u&&(r.y=Math.floor(u/ft.y),s.y=r.y*ft.y,H.mapSize.y=r.y));let Z=n.state.buffers.depth.getReversed();if(H.camera._reversedDepth=Z,H.map===null||O===!0){if(H.map!==null&&(H.map.depthTexture!==null&&(H.map.depthTexture.dispose(),H.map.depthTexture=null),H.map.dispose()),this.type===no){if($.isPointLight){Jt("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}H.map=new li(s.x,s.y,{format:Vs,type:Ni,minFilter:Yn,magFilter:Yn,generateMipmaps:!1}),H.map.texture.name=$.name+".shadowMap",H.map.depthTexture=new gs(s.x,s.y,Li),H.map.depthTexture.name=$.name+".shadowMapDepth",H.map.depthTexture.format=ds,H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=An,H.map.depthTexture.magFilter=An}else $.isPointLight?(H.map=new Sa(s.x),H.map.depthTexture=new Qo(s.x,Ii)):(H.map=new li(s.x,s.y),H.map.depthTexture=new gs(s.x,s.y,Ii)),H.map.depthTexture.name=$.name+".shadowMap",H.map.depthTexture.format=ds,this.type===ha?(H.map.depthTexture.compareFunction=Z?Su:yu,H.map.depthTexture.minFilter=Yn,H.map.depthTexture.magFilter=Yn):(H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=An,H.map.depthTexture.magFilter=An);H.camera.updateProjectionMatrix()}H.map.isWebGLCubeRenderTarget!==!0&&(H.map.width!==s.x||H.map.height!==s.y)&&H.map.setSize(s.x,s.y);let et=H.map.isWebGLCubeRenderTarget?6:H.getViewportCount();$.isPointLight!==!0&&H.updateMatrices($,b);let rt=(H.camera.layers.mask&4294967294)!==0?H.camera.layers:b.layers;for(let K=0;K<et;K++){let st=H.getCamera(K);if($.isPointLight){let q=H.camera,at=H.matrix,ht=$.distance||q.far;ht!==q.far&&(q.far=ht,q.updateProjectionMatrix()),va.setFromMatrixPosition($.matrixWorld),q.position.copy(va),Iu.copy(q.position),Iu.add(gM[K]),q.up.copy(_M[K]),q.lookAt(Iu),q.updateMatrixWorld(),at.makeTranslation(-va.x,-va.y,-va.z),Jp.multiplyMatrices(q.projectionMatrix,q.matrixWorldInverse),H._frustum.setFromProjectionMatrix(Jp,q.coordinateSystem,q.reversedDepth)}if(H.map.isWebGLCubeRenderTarget)n.setRenderTarget(H.map,K),n.clear();else{K===0&&(n.setRenderTarget(H.map),n.clear());let q=H.getViewport(K);o.set(r.x*q.x,r.y*q.y,r.x*q.z,r.y*q.w),F.viewport(o)}i=H.getFrustum(K),S(x,b,st,$,rt,this.type)}H.isPointLightShadow!==!0&&this.type===no&&v(H,b),H.needsUpdate=!1}p=this.type,m.needsUpdate=!1,n.setRenderTarget(B,P,I)};function v(w,x){let b=t.update(_);f.defines.VSM_SAMPLES!==w.blurSamples&&(f.defines.VSM_SAMPLES=w.blurSamples,d.defines.VSM_SAMPLES=w.blurSamples,f.needsUpdate=!0,d.needsUpdate=!0),w.mapPass===null?w.mapPass=new li(s.x,s.y,{format:Vs,type:Ni}):(w.mapPass.width!==w.map.width||w.mapPass.height!==w.map.height)&&w.mapPass.setSize(w.map.width,w.map.height),f.uniforms.shadow_pass.value=w.map.depthTexture,f.uniforms.resolution.value.set(w.map.width,w.map.height),f.uniforms.radius.value=w.radius,n.setRenderTarget(w.mapPass),n.clear(),n.renderBufferDirect(x,null,b,f,_,null),d.uniforms.shadow_pass.value=w.mapPass.texture,d.uniforms.resolution.value.set(w.map.width,w.map.height),d.uniforms.radius.value=w.radius,n.setRenderTarget(w.map),n.clear(),n.renderBufferDirect(x,null,b,d,_,null)}function A(w,x,b,B){let P=null,I=b.isPointLight===!0?w.customDistanceMaterial:w.customDepthMaterial;if(I!==void 0)P=I;else if(P=b.isPointLight===!0?l:a,n.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let F=P.uuid,O=x.uuid,D=c[F];D===void 0&&(D={},c[F]=D);let G=D[O];G===void 0&&(G=P.clone(),D[O]=G,x.addEventListener("dispose",R)),P=G}if(P.visible=x.visible,P.wireframe=x.wireframe,B===no?P.side=x.shadowSide!==null?x.shadowSide:x.side:P.side=x.shadowSide!==null?x.shadowSide:h[x.side],P.alphaMap=x.alphaMap,P.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,P.map=x.map,P.clipShadows=x.clipShadows,P.clippingPlanes=x.clippingPlanes,P.clipIntersection=x.clipIntersection,P.displacementMap=x.displacementMap,P.displacementScale=x.displacementScale,P.displacementBias=x.displacementBias,P.wireframeLinewidth=x.wireframeLinewidth,P.linewidth=x.linewidth,b.isPointLight===!0&&P.isMeshDistanceMaterial===!0){let F=n.properties.get(P);F.light=b}return P}function S(w,x,b,B,P,I){if(w.visible===!1)return;if(w.layers.test(P)&&(w.isMesh||w.isLine||w.isPoints)&&(w.castShadow||w.receiveShadow&&I===no)&&(!w.frustumCulled||w.intersectsFrustum(i))){w.modelViewMatrix.multiplyMatrices(b.matrixWorldInverse,w.matrixWorld);let D=t.update(w),G=w.material;if(Array.isArray(G)){let $=D.groups;for(let H=0,ft=$.length;H<ft;H++){let Z=$[H],et=G[Z.materialIndex];if(et&&et.visible){let rt=A(w,et,B,I);w.onBeforeShadow(n,w,x,b,D,rt,Z),n.renderBufferDirect(b,null,D,rt,w,Z),w.onAfterShadow(n,w,x,b,D,rt,Z)}}}else if(G.visible){let $=A(w,G,B,I);w.onBeforeShadow(n,w,x,b,D,$,null),n.renderBufferDirect(b,null,D,$,w,null),w.onAfterShadow(n,w,x,b,D,$,null)}}let O=w.children;for(let D=0,G=O.length;D<G;D++)S(O[D],x,b,B,P,I)}function R(w){w.target.removeEventListener("dispose",R);for(let b in c){let B=c[b],P=w.target.uuid;P in B&&(B[P].dispose(),delete B[P])}}}function vM(n,t){function e(){let k=!1,lt=new Ye,it=null,Tt=new Ye(0,0,0,0);return{setMask:function(yt){it!==yt&&!k&&(n.colorMask(yt,yt,yt,yt),it=yt)},setLocked:function(yt){k=yt},setClear:function(yt,wt,Wt,Kt,pt){pt===!0&&(yt*=Kt,wt*=Kt,Wt*=Kt),lt.set(yt,wt,Wt,Kt),Tt.equals(lt)===!1&&(n.clearColor(yt,wt,Wt,Kt),Tt.copy(lt))},reset:function(){k=!1,it=null,Tt.set(-1,0,0,0)}}}function i(){let k=!1,lt=!1,it=null,Tt=null,yt=null;return{setReversed:function(wt){if(lt!==wt){let Wt=t.get("EXT_clip_control");wt?Wt.clipControlEXT(Wt.LOWER_LEFT_EXT,Wt.ZERO_TO_ONE_EXT):Wt.clipControlEXT(Wt.LOWER_LEFT_EXT,Wt.NEGATIVE_ONE_TO_ONE_EXT),lt=wt;let Kt=yt;yt=null,this.setClear(Kt)}},getReversed:function(){return lt},setTest:function(wt){wt?_t(n.DEPTH_TEST):Ft(n.DEPTH_TEST)},setMask:function(wt){it!==wt&&!k&&(n.depthMask(wt),it=wt)},setFunc:function(wt){if(lt&&(wt=bp[wt]),Tt!==wt){switch(wt){case ul:n.depthFunc(n.NEVER);break;case fl:n.depthFunc(n.ALWAYS);break;case dl:n.depthFunc(n.LESS);break;case Wr:n.depthFunc(n.LEQUAL);break;case pl:n.depthFunc(n.EQUAL);break;case ml:n.depthFunc(n.GEQUAL);break;case gl:n.depthFunc(n.GREATER);break;case _l:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}Tt=wt}},setLocked:function(wt){k=wt},setClear:function(wt){yt!==wt&&(yt=wt,lt&&(wt=1-wt),n.clearDepth(wt))},reset:function(){k=!1,it=null,Tt=null,yt=null,lt=!1}}}function s(){let k=!1,lt=null,it=null,Tt=null,yt=null,wt=null,Wt=null,Kt=null,pt=null;return{setTest:function(zt){k||(zt?_t(n.STENCIL_TEST):Ft(n.STENCIL_TEST))},setMask:function(zt){lt!==zt&&!k&&(n.stencilMask(zt),lt=zt)},setFunc:function(zt,jt,Rt){(it!==zt||Tt!==jt||yt!==Rt)&&(n.stencilFunc(zt,jt,Rt),it=zt,Tt=jt,yt=Rt)},setOp:function(zt,jt,Rt){(wt!==zt||Wt!==jt||Kt!==Rt)&&(n.stencilOp(zt,jt,Rt),wt=zt,Wt=jt,Kt=Rt)},setLocked:function(zt){k=zt},setClear:function(zt){pt!==zt&&(n.clearStencil(zt),pt=zt)},reset:function(){k=!1,lt=null,it=null,Tt=null,yt=null,wt=null,Wt=null,Kt=null,pt=null}}}let r=new e,o=new i,a=new s,l={},c=new WeakMap,u={},h={},f={},d=new WeakMap,g=[],_=null,m=!1,p=null,v=null,A=null,S=null,R=null,w=null,x=null,b=new fe(0,0,0),B=0,P=!1,I=null,F=null,O=null,D=null,G=null,$=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),H=!1,ft=0,Z=n.getParameter(n.VERSION);Z.indexOf("WebGL")!==-1?(ft=parseFloat(/^WebGL (\d)/.exec(Z)[1]),H=ft>=1):Z.indexOf("OpenGL ES")!==-1&&(ft=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),H=ft>=2);let et=null,rt={},K=n.getParameter(n.SCISSOR_BOX),st=n.getParameter(n.VIEWPORT),q=new Ye().fromArray(K),at=new Ye().fromArray(st);function ht(k,lt,it,Tt){let yt=new Uint8Array(4),wt=n.createTexture();n.bindTexture(k,wt),n.texParameteri(k,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(k,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let Wt=0;Wt<it;Wt++)k===n.TEXTURE_3D||k===n.TEXTURE_2D_ARRAY?n.texImage3D(lt,0,n.RGBA,1,1,Tt,0,n.RGBA,n.UNSIGNED_BYTE,yt):n.texImage2D(lt+Wt,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,yt);return wt}let dt={};dt[n.TEXTURE_2D]=ht(n.TEXTURE_2D,n.TEXTURE_2D,1),dt[n.TEXTURE_CUBE_MAP]=ht(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),dt[n.TEXTURE_2D_ARRAY]=ht(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),dt[n.TEXTURE_3D]=ht(n.TEXTURE_3D,n.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),_t(n.DEPTH_TEST),o.setFunc(Wr),an(!1),Le(jh),_t(n.CULL_FACE),Be(nr);function _t(k){u[k]!==!0&&(n.enable(k),u[k]=!0)}function Ft(k){u[k]!==!1&&(n.disable(k),u[k]=!1)}function Qt(k,lt){return f[k]!==lt?(n.bindFramebuffer(k,lt),f[k]=lt,k===n.DRAW_FRAMEBUFFER&&(f[n.FRAMEBUFFER]=lt),k===n.FRAMEBUFFER&&(f[n.DRAW_FRAMEBUFFER]=lt),!0):!1}function kt(k,lt){let it=g,Tt=!1;if(k){it=d.get(lt),it===void 0&&(it=[],d.set(lt,it));let yt=k.textures;if(it.length!==yt.length||it[0]!==n.COLOR_ATTACHMENT0){for(let wt=0,Wt=yt.length;wt<Wt;wt++)it[wt]=n.COLOR_ATTACHMENT0+wt;it.length=yt.length,Tt=!0}}else it[0]!==n.BACK&&(it[0]=n.BACK,Tt=!0);Tt&&n.drawBuffers(it)}function ie(k){return _!==k?(n.useProgram(k),_=k,!0):!1}let ae={[ir]:n.FUNC_ADD,[Xd]:n.FUNC_SUBTRACT,[qd]:n.FUNC_REVERSE_SUBTRACT};ae[$d]=n.MIN,ae[Yd]=n.MAX;let te={[Jd]:n.ZERO,[Zd]:n.ONE,[Kd]:n.SRC_COLOR,[nu]:n.SRC_ALPHA,[ip]:n.SRC_ALPHA_SATURATE,[ep]:n.DST_COLOR,[Qd]:n.DST_ALPHA,[jd]:n.ONE_MINUS_SRC_COLOR,[iu]:n.ONE_MINUS_SRC_ALPHA,[np]:n.ONE_MINUS_DST_COLOR,[tp]:n.ONE_MINUS_DST_ALPHA,[sp]:n.CONSTANT_COLOR,[rp]:n.ONE_MINUS_CONSTANT_COLOR,[op]:n.CONSTANT_ALPHA,[ap]:n.ONE_MINUS_CONSTANT_ALPHA};function Be(k,lt,it,Tt,yt,wt,Wt,Kt,pt,zt){if(k===nr){m===!0&&(Ft(n.BLEND),m=!1);return}if(m===!1&&(_t(n.BLEND),m=!0),k!==Wd){if(k!==p||zt!==P){if((v!==ir||R!==ir)&&(n.blendEquation(n.FUNC_ADD),v=ir,R=ir),zt)switch(k){case io:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Qh:n.blendFunc(n.ONE,n.ONE);break;case tu:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case eu:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.ZERO,n.ONE);break;default:ne("WebGLState: Invalid blending: ",k);break}else switch(k){case io:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Qh:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case tu:ne("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case eu:ne("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ne("WebGLState: Invalid blending: ",k);break}A=null,S=null,w=null,x=null,b.set(0,0,0),B=0,p=k,P=zt}return}yt=yt||lt,wt=wt||it,Wt=Wt||Tt,(lt!==v||yt!==R)&&(n.blendEquationSeparate(ae[lt],ae[yt]),v=lt,R=yt),(it!==A||Tt!==S||wt!==w||Wt!==x)&&(n.blendFuncSeparate(te[it],te[Tt],te[wt],te[Wt]),A=it,S=Tt,w=wt,x=Wt),(Kt.equals(b)===!1||pt!==B)&&(n.blendColor(Kt.r,Kt.g,Kt.b,pt),b.copy(Kt),B=pt),p=k,P=!1}function ke(k,lt){k.side===yi?Ft(n.CULL_FACE):_t(n.CULL_FACE);let it=k.side===Jn;lt&&(it=!it),an(it),k.blending===io&&k.transparent===!1?Be(nr):Be(k.blending,k.blendEquation,k.blendSrc,k.blendDst,k.blendEquationAlpha,k.blendSrcAlpha,k.blendDstAlpha,k.blendColor,k.blendAlpha,k.premultipliedAlpha),o.setFunc(k.depthFunc),o.setTest(k.depthTest),o.setMask(k.depthWrite),r.setMask(k.colorWrite);let Tt=k.stencilWrite;a.setTest(Tt),Tt&&(a.setMask(k.stencilWriteMask),a.setFunc(k.stencilFunc,k.stencilRef,k.stencilFuncMask),a.setOp(k.stencilFail,k.stencilZFail,k.stencilZPass)),Me(k.polygonOffset,k.polygonOffsetFactor,k.polygonOffsetUnits),k.alphaToCoverage===!0?_t(n.SAMPLE_ALPHA_TO_COVERAGE):Ft(n.SAMPLE_ALPHA_TO_COVERAGE)}function an(k){I!==k&&(k?n.frontFace(n.CW):n.frontFace(n.CCW),I=k)}function Le(k){k!==Vd?(_t(n.CULL_FACE),k!==F&&(k===jh?n.cullFace(n.BACK):k===Gd?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):Ft(n.CULL_FACE),F=k}function Sn(k){k!==O&&(H&&n.lineWidth(k),O=k)}function Me(k,lt,it){k?(_t(n.POLYGON_OFFSET_FILL),(D!==lt||G!==it)&&(D=lt,G=it,o.getReversed()&&(lt=-lt,it=-it),n.polygonOffset(lt,it))):Ft(n.POLYGON_OFFSET_FILL)}function mn(k){k?_t(n.SCISSOR_TEST):Ft(n.SCISSOR_TEST)}function Ke(k){k===void 0&&(k=n.TEXTURE0+$-1),et!==k&&(n.activeTexture(k),et=k)}function ln(k,lt,it){it===void 0&&(et===null?it=n.TEXTURE0+$-1:it=et);let Tt=rt[it];Tt===void 0&&(Tt={type:void 0,texture:void 0},rt[it]=Tt),(Tt.type!==k||Tt.texture!==lt)&&(et!==it&&(n.activeTexture(it),et=it),n.bindTexture(k,lt||dt[k]),Tt.type=k,Tt.texture=lt)}function z(){let k=rt[et];k!==void 0&&k.type!==void 0&&(n.bindTexture(k.type,null),k.type=void 0,k.texture=void 0)}function Pt(){try{n.compressedTexImage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function Yt(){try{n.compressedTexImage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function oe(){try{n.texSubImage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function Et(){try{n.texSubImage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function De(){try{n.compressedTexSubImage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function Ht(){try{n.compressedTexSubImage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function qt(){try{n.texStorage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function L(){try{n.texStorage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function M(){try{n.texImage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function X(){try{n.texImage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function gt(k){return h[k]!==void 0?h[k]:n.getParameter(k)}function ct(k,lt){h[k]!==lt&&(n.pixelStorei(k,lt),h[k]=lt)}function St(k){q.equals(k)===!1&&(n.scissor(k.x,k.y,k.z,k.w),q.copy(k))}function Mt(k){at.equals(k)===!1&&(n.viewport(k.x,k.y,k.z,k.w),at.copy(k))}function nt(k,lt){let it=c.get(lt);it===void 0&&(it=new WeakMap,c.set(lt,it));let Tt=it.get(k);Tt===void 0&&(Tt=n.getUniformBlockIndex(lt,k.name),n.uniformBlockBinding(lt,Tt,Tt),it.set(k,Tt))}function ot(k,lt,it){let yt=c.get(lt).get(k);l[yt]!==it&&(n.bindBufferBase(n.UNIFORM_BUFFER,yt,it),l[yt]=it)}function vt(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),o.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),u={},h={},et=null,rt={},f={},l={},d=new WeakMap,g=[],_=null,m=!1,p=null,v=null,A=null,S=null,R=null,w=null,x=null,b=new fe(0,0,0),B=0,P=!1,I=null,F=null,O=null,D=null,G=null,q.set(0,0,n.canvas.width,n.canvas.height),at.set(0,0,n.canvas.width,n.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:_t,disable:Ft,bindFramebuffer:Qt,drawBuffers:kt,useProgram:ie,setBlending:Be,setMaterial:ke,setFlipSided:an,setCullFace:Le,setLineWidth:Sn,setPolygonOffset:Me,setScissorTest:mn,activeTexture:Ke,bindTexture:ln,unbindTexture:z,compressedTexImage2D:Pt,compressedTexImage3D:Yt,texImage2D:M,texImage3D:X,pixelStorei:ct,getParameter:gt,updateUBOMapping:nt,uniformBlockBinding:ot,texStorage2D:qt,texStorage3D:L,texSubImage2D:oe,texSubImage3D:Et,compressedTexSubImage2D:De,compressedTexSubImage3D:Ht,scissor:St,viewport:Mt,reset:vt}}function yM(n,t,e,i,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new ve,u=new WeakMap,h=new Set,f,d=new WeakMap,g=new Set,_=new FinalizationRegistry(L=>g.delete(L)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function p(L,M){return m?new OffscreenCanvas(L,M):Xo("canvas")}function v(L,M,X){let gt=1,ct=qt(L);if((ct.width>X||ct.height>X)&&(gt=X/Math.max(ct.width,ct.height)),gt<1)if(typeof HTMLImageElement<"u"&&L instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&L instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&L instanceof ImageBitmap||typeof VideoFrame<"u"&&L instanceof VideoFrame){let St=Math.floor(gt*ct.width),Mt=Math.floor(gt*ct.height);f===void 0&&(f=p(St,Mt));let nt=M?p(St,Mt):f;return nt.width=St,nt.height=Mt,nt.getContext("2d").drawImage(L,0,0,St,Mt),Jt("WebGLRenderer: Texture has been resized from ("+ct.width+"x"+ct.height+") to ("+St+"x"+Mt+")."),nt}else return"data"in L&&Jt("WebGLRenderer: Image in DataTexture is too big ("+ct.width+"x"+ct.height+")."),L;return L}function A(L){return L.generateMipmaps}function S(L){n.generateMipmap(L)}function R(L){return L.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:L.isWebGL3DRenderTarget?n.TEXTURE_3D:L.isWebGLArrayRenderTarget||L.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function w(L,M,X,gt,ct,St=!1){if(L!==null){if(n[L]!==void 0)return n[L];Jt("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+L+"'")}let Mt;gt&&(Mt=t.get("EXT_texture_norm16"),Mt||Jt("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let nt=M;if(M===n.RED&&(X===n.FLOAT&&(nt=n.R32F),X===n.HALF_FLOAT&&(nt=n.R16F),X===n.UNSIGNED_BYTE&&(nt=n.R8),X===n.UNSIGNED_SHORT&&Mt&&(nt=Mt.R16_EXT),X===n.SHORT&&Mt&&(nt=Mt.R16_SNORM_EXT)),M===n.RED_INTEGER&&(X===n.UNSIGNED_BYTE&&(nt=n.R8UI),X===n.UNSIGNED_SHORT&&(nt=n.R16UI),X===n.UNSIGNED_INT&&(nt=n.R32UI),X===n.BYTE&&(nt=n.R8I),X===n.SHORT&&(nt=n.R16I),X===n.INT&&(nt=n.R32I)),M===n.RG&&(X===n.FLOAT&&(nt=n.RG32F),X===n.HALF_FLOAT&&(nt=n.RG16F),X===n.UNSIGNED_BYTE&&(nt=n.RG8),X===n.UNSIGNED_SHORT&&Mt&&(nt=Mt.RG16_EXT),X===n.SHORT&&Mt&&(nt=Mt.RG16_SNORM_EXT)),M===n.RG_INTEGER&&(X===n.UNSIGNED_BYTE&&(nt=n.RG8UI),X===n.UNSIGNED_SHORT&&(nt=n.RG16UI),X===n.UNSIGNED_INT&&(nt=n.RG32UI),X===n.BYTE&&(nt=n.RG8I),X===n.SHORT&&(nt=n.RG16I),X===n.INT&&(nt=n.RG32I)),M===n.RGB_INTEGER&&(X===n.UNSIGNED_BYTE&&(nt=n.RGB8UI),X===n.UNSIGNED_SHORT&&(nt=n.RGB16UI),X===n.UNSIGNED_INT&&(nt=n.RGB32UI),X===n.BYTE&&(nt=n.RGB8I),X===n.SHORT&&(nt=n.RGB16I),X===n.INT&&(nt=n.RGB32I)),M===n.RGBA_INTEGER&&(X===n.UNSIGNED_BYTE&&(nt=n.RGBA8UI),X===n.UNSIGNED_SHORT&&(nt=n.RGBA16UI),X===n.UNSIGNED_INT&&(nt=n.RGBA32UI),X===n.BYTE&&(nt=n.RGBA8I),X===n.SHORT&&(nt=n.RGBA16I),X===n.INT&&(nt=n.RGBA32I)),M===n.RGB&&(X===n.UNSIGNED_SHORT&&Mt&&(nt=Mt.RGB16_EXT),X===n.SHORT&&Mt&&(nt=Mt.RGB16_SNORM_EXT),X===n.UNSIGNED_INT_5_9_9_9_REV&&(nt=n.RGB9_E5),X===n.UNSIGNED_INT_10F_11F_11F_REV&&(nt=n.R11F_G11F_B10F)),M===n.RGBA){let ot=St?Wo:xe.getTransfer(ct);X===n.FLOAT&&(nt=n.RGBA32F),X===n.HALF_FLOAT&&(nt=n.RGBA16F),X===n.UNSIGNED_BYTE&&(nt=ot===Ae?n.SRGB8_ALPHA8:n.RGBA8),X===n.UNSIGNED_SHORT&&Mt&&(nt=Mt.RGBA16_EXT),X===n.SHORT&&Mt&&(nt=Mt.RGBA16_SNORM_EXT),X===n.UNSIGNED_SHORT_4_4_4_4&&(nt=n.RGBA4),X===n.UNSIGNED_SHORT_5_5_5_1&&(nt=n.RGB5_A1)}return(nt===n.R16F||nt===n.R32F||nt===n.RG16F||nt===n.RG32F||nt===n.RGBA16F||nt===n.RGBA32F)&&t.get("EXT_color_buffer_float"),nt}function x(L,M){let X;return L?M===null||M===Ii||M===rr?X=n.DEPTH24_STENCIL8:M===Li?X=n.DEPTH32F_STENCIL8:M===ro&&(X=n.DEPTH24_STENCIL8,Jt("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Ii||M===rr?X=n.DEPTH_COMPONENT24:M===Li?X=n.DEPTH_COMPONENT32F:M===ro&&(X=n.DEPTH_COMPONENT16),X}function b(L,M){return A(L)===!0||L.isFramebufferTexture&&L.minFilter!==An&&L.minFilter!==Yn?Math.log2(Math.max(M.width,M.height))+1:L.mipmaps.length>0?L.mipmaps.length:L.isCompressedTexture&&Array.isArray(L.image)?M.mipmaps.length:1}function B(L){let M=new WeakRef(L);i.get(L).__ref=M,g.add(M),_.register(L,M,M)}function P(L){let M=i.get(L).__ref;M!==void 0&&(g.delete(M),_.unregister(M))}function I(L){O(L.target)}function F(L){D(L.target)}function O(L){L.removeEventListener("dispose",I),P(L),$(L),L.isVideoTexture&&u.delete(L),L.isHTMLTexture&&h.delete(L)}function D(L){L.removeEventListener("dispose",F),P(L),ft(L)}function G(){for(let L of g){let M=L.deref();M!==void 0&&(M.isRenderTarget===!0?D(M):O(M))}g.clear(),h.clear()}function $(L){let M=i.get(L);if(M.__webglInit===void 0)return;let X=L.source,gt=d.get(X);if(gt){let ct=gt[M.__cacheKey];ct.usedTimes--,ct.usedTimes===0&&H(L),Object.keys(gt).length===0&&d.delete(X)}i.remove(L)}function H(L){let M=i.get(L);n.deleteTexture(M.__webglTexture);let X=L.source,gt=d.get(X);delete gt[M.__cacheKey],o.memory.textures--}function ft(L){let M=i.get(L);M.__depthDisposeCallback&&M.__depthDisposeCallback();let X=L.depthTexture;if(X&&X.renderTarget===L&&O(X),L.isWebGLCubeRenderTarget)for(let ct=0;ct<6;ct++){if(Array.isArray(M.__webglFramebuffer[ct]))for(let St=0;St<M.__webglFramebuffer[ct].length;St++)n.deleteFramebuffer(M.__webglFramebuffer[ct][St]);else n.deleteFramebuffer(M.__webglFramebuffer[ct]);M.__webglDepthbuffer&&n.deleteRenderbuffer(M.__webglDepthbuffer[ct])}else{if(Array.isArray(M.__webglFramebuffer))for(let ct=0;ct<M.__webglFramebuffer.length;ct++)n.deleteFramebuffer(M.__webglFramebuffer[ct]);else n.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&n.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&n.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let ct=0;ct<M.__webglColorRenderbuffer.length;ct++)M.__webglColorRenderbuffer[ct]&&n.deleteRenderbuffer(M.__webglColorRenderbuffer[ct]);M.__webglDepthRenderbuffer&&n.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let gt=L.textures;for(let ct=0,St=gt.length;ct<St;ct++){let Mt=i.get(gt[ct]);Mt.__webglTexture&&(n.deleteTexture(Mt.__webglTexture),o.memory.textures--),i.remove(gt[ct])}i.remove(L)}let Z=0;function et(){Z=0}function rt(){return Z}function K(L){Z=L}function st(){let L=Z;return L>=s.maxTextures&&Jt("WebGLTextures: Trying to use "+(L+1)+" texture units while this GPU supports only "+s.maxTextures),Z+=1,L}function q(L){let M=[];return M.push(L.wrapS),M.push(L.wrapT),M.push(L.wrapR||0),M.push(L.magFilter),M.push(L.minFilter),M.push(L.anisotropy),M.push(L.internalFormat),M.push(L.format),M.push(L.type),M.push(L.generateMipmaps),M.push(L.mipmapsAutoUpdate),M.push(L.premultiplyAlpha),M.push(L.flipY),M.push(L.unpackAlignment),M.push(L.colorSpace),M.join()}function at(L,M){let X=i.get(L);if(L.isVideoTexture&&De(L),L.isRenderTargetTexture===!1&&L.isExternalTexture!==!0&&L.version>0&&X.__version!==L.version){let gt=L.image;if(gt===null)Jt("WebGLRenderer: Texture marked for update but no image data found.");else if(gt.complete===!1)Jt("WebGLRenderer: Texture marked for update but image is incomplete");else{ke(X,L,M);return}}else L.isExternalTexture&&(X.__webglTexture=L.sourceTexture?L.sourceTexture:null);e.bindTexture(n.TEXTURE_2D,X.__webglTexture,n.TEXTURE0+M)}function ht(L,M){let X=i.get(L);if(L.isRenderTargetTexture===!1&&L.version>0&&X.__version!==L.version){ke(X,L,M);return}else L.isExternalTexture&&(X.__webglTexture=L.sourceTexture?L.sourceTexture:null);e.bindTexture(n.TEXTURE_2D_ARRAY,X.__webglTexture,n.TEXTURE0+M)}function dt(L,M){let X=i.get(L);if(L.isRenderTargetTexture===!1&&L.version>0&&X.__version!==L.version){ke(X,L,M);return}e.bindTexture(n.TEXTURE_3D,X.__webglTexture,n.TEXTURE0+M)}function _t(L,M){let X=i.get(L);if(L.version>0&&X.__version!==L.version){an(X,L,M);return}e.bindTexture(n.TEXTURE_CUBE_MAP,X.__webglTexture,n.TEXTURE0+M)}let Ft={[xl]:n.REPEAT,[qi]:n.CLAMP_TO_EDGE,[vl]:n.MIRRORED_REPEAT},Qt={[An]:n.NEAREST,[hp]:n.NEAREST_MIPMAP_NEAREST,[ua]:n.NEAREST_MIPMAP_LINEAR,[Yn]:n.LINEAR,[$l]:n.LINEAR_MIPMAP_NEAREST,[_s]:n.LINEAR_MIPMAP_LINEAR},kt={[pp]:n.NEVER,[Mu]:n.ALWAYS,[mp]:n.LESS,[yu]:n.LEQUAL,[gp]:n.EQUAL,[Su]:n.GEQUAL,[_p]:n.GREATER,[xp]:n.NOTEQUAL};function ie(L,M){if(M.type===Li&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===Yn||M.magFilter===$l||M.magFilter===ua||M.magFilter===_s||M.minFilter===Yn||M.minFilter===$l||M.minFilter===ua||M.minFilter===_s)&&Jt("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(L,n.TEXTURE_WRAP_S,Ft[M.wrapS]),n.texParameteri(L,n.TEXTURE_WRAP_T,Ft[M.wrapT]),(L===n.TEXTURE_3D||L===n.TEXTURE_2D_ARRAY)&&n.texParameteri(L,n.TEXTURE_WRAP_R,Ft[M.wrapR]),n.texParameteri(L,n.TEXTURE_MAG_FILTER,Qt[M.magFilter]),n.texParameteri(L,n.TEXTURE_MIN_FILTER,Qt[M.minFilter]),M.compareFunction&&(n.texParameteri(L,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(L,n.TEXTURE_COMPARE_FUNC,kt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===An||M.minFilter!==ua&&M.minFilter!==_s||M.type===Li&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||i.get(M).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");n.texParameterf(L,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),i.get(M).__currentAnisotropy=M.anisotropy}}}function ae(L,M){let X=!1;L.__webglInit===void 0&&(L.__webglInit=!0,M.addEventListener("dispose",I),B(M));let gt=M.source,ct=d.get(gt);ct===void 0&&(ct={},d.set(gt,ct));let St=q(M);if(St!==L.__cacheKey){ct[St]===void 0&&(ct[St]={texture:n.createTexture(),usedTimes:0},o.memory.textures++,X=!0),ct[St].usedTimes++;let Mt=ct[L.__cacheKey];Mt!==void 0&&(ct[L.__cacheKey].usedTimes--,Mt.usedTimes===0&&H(M)),L.__cacheKey=St,L.__webglTexture=ct[St].texture}return X}function te(L,M,X){return Math.floor(Math.floor(L/X)/M)}function Be(L,M,X,gt){let St=L.updateRanges;if(St.length===0)e.texSubImage2D(n.TEXTURE_2D,0,0,0,M.width,M.height,X,gt,M.data);else{St.sort((k,lt)=>k.start-lt.start);let Mt=0;for(let k=1;k<St.length;k++){let lt=St[Mt],it=St[k],Tt=lt.start+lt.count,yt=te(it.start,M.width,4),wt=te(lt.start,M.width,4);it.start<=Tt+1&&yt===wt&&te(it.start+it.count-1,M.width,4)===yt?lt.count=Math.max(lt.count,it.start+it.count-lt.start):(++Mt,St[Mt]=it)}St.length=Mt+1;let nt=e.getParameter(n.UNPACK_ROW_LENGTH),ot=e.getParameter(n.UNPACK_SKIP_PIXELS),vt=e.getParameter(n.UNPACK_SKIP_ROWS);e.pixelStorei(n.UNPACK_ROW_LENGTH,M.width);for(let k=0,lt=St.length;k<lt;k++){let it=St[k],Tt=Math.floor(it.start/4),yt=Math.ceil(it.count/4),wt=Tt%M.width,Wt=Math.floor(Tt/M.width),Kt=yt,pt=1;e.pixelStorei(n.UNPACK_SKIP_PIXELS,wt),e.pixelStorei(n.UNPACK_SKIP_ROWS,Wt),e.texSubImage2D(n.TEXTURE_2D,0,wt,Wt,Kt,pt,X,gt,M.data)}L.clearUpdateRanges(),e.pixelStorei(n.UNPACK_ROW_LENGTH,nt),e.pixelStorei(n.UNPACK_SKIP_PIXELS,ot),e.pixelStorei(n.UNPACK_SKIP_ROWS,vt)}}function ke(L,M,X){let gt=n.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(gt=n.TEXTURE_2D_ARRAY),M.isData3DTexture&&(gt=n.TEXTURE_3D);let ct=ae(L,M),St=M.source;e.bindTexture(gt,L.__webglTexture,n.TEXTURE0+X);let Mt=i.get(St);if(St.version!==Mt.__version||ct===!0){if(e.activeTexture(n.TEXTURE0+X),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let pt=xe.getPrimaries(xe.workingColorSpace),zt=M.colorSpace===vs?null:xe.getPrimaries(M.colorSpace),jt=M.colorSpace===vs||pt===zt?n.NONE:n.BROWSER_DEFAULT_WEBGL;e.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,jt)}e.pixelStorei(n.UNPACK_ALIGNMENT,M.unpackAlignment);let ot=v(M.image,!1,s.maxTextureSize);ot=Ht(M,ot);let vt=r.convert(M.format,M.colorSpace),k=r.convert(M.type),lt=w(M.internalFormat,vt,k,M.normalized,M.colorSpace,M.isVideoTexture);ie(gt,M);let it,Tt=M.mipmaps,yt=M.isVideoTexture!==!0,wt=Mt.__version===void 0||ct===!0,Wt=St.dataReady,Kt=b(M,ot);if(M.isDepthTexture)lt=x(M.format===xs,M.type),wt&&(yt?e.texStorage2D(n.TEXTURE_2D,1,lt,ot.width,ot.height):e.texImage2D(n.TEXTURE_2D,0,lt,ot.width,ot.height,0,vt,k,null));else if(M.isDataTexture)if(Tt.length>0){yt&&wt&&e.texStorage2D(n.TEXTURE_2D,Kt,lt,Tt[0].width,Tt[0].height);for(let pt=0,zt=Tt.length;pt<zt;pt++)it=Tt[pt],yt?Wt&&e.texSubImage2D(n.TEXTURE_2D,pt,0,0,it.width,it.height,vt,k,it.data):e.texImage2D(n.TEXTURE_2D,pt,lt,it.width,it.height,0,vt,k,it.data);M.generateMipmaps=!1}else yt?(wt&&e.texStorage2D(n.TEXTURE_2D,Kt,lt,ot.width,ot.height),Wt&&Be(M,ot,vt,k)):e.texImage2D(n.TEXTURE_2D,0,lt,ot.width,ot.height,0,vt,k,ot.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){yt&&wt&&e.texStorage3D(n.TEXTURE_2D_ARRAY,Kt,lt,Tt[0].width,Tt[0].height,ot.depth);for(let pt=0,zt=Tt.length;pt<zt;pt++)if(it=Tt[pt],M.format!==Di)if(vt!==null)if(yt){if(Wt)if(M.layerUpdates.size>0){let jt=Ru(it.width,it.height,M.format,M.type);for(let Rt of M.layerUpdates){let le=it.data.subarray(Rt*jt/it.data.BYTES_PER_ELEMENT,(Rt+1)*jt/it.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,pt,0,0,Rt,it.width,it.height,1,vt,le)}}else e.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,pt,0,0,0,it.width,it.height,ot.depth,vt,it.data)}else e.compressedTexImage3D(n.TEXTURE_2D_ARRAY,pt,lt,it.width,it.height,ot.depth,0,it.data,0,0);else Jt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else yt?Wt&&e.texSubImage3D(n.TEXTURE_2D_ARRAY,pt,0,0,0,it.width,it.height,ot.depth,vt,k,it.data):e.texImage3D(n.TEXTURE_2D_ARRAY,pt,lt,it.width,it.height,ot.depth,0,vt,k,it.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{yt&&wt&&e.texStorage2D(n.TEXTURE_2D,Kt,lt,Tt[0].width,Tt[0].height);for(let pt=0,zt=Tt.length;pt<zt;pt++)it=Tt[pt],M.format!==Di?vt!==null?yt?Wt&&e.compressedTexSubImage2D(n.TEXTURE_2D,pt,0,0,it.width,it.height,vt,it.data):e.compressedTexImage2D(n.TEXTURE_2D,pt,lt,it.width,it.height,0,it.data):Jt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):yt?Wt&&e.texSubImage2D(n.TEXTURE_2D,pt,0,0,it.width,it.height,vt,k,it.data):e.texImage2D(n.TEXTURE_2D,pt,lt,it.width,it.height,0,vt,k,it.data)}else if(M.isDataArrayTexture)if(yt){if(wt&&e.texStorage3D(n.TEXTURE_2D_ARRAY,Kt,lt,ot.width,ot.height,ot.depth),Wt)if(M.layerUpdates.size>0){let pt=Ru(ot.width,ot.height,M.format,M.type);for(let zt of M.layerUpdates){let jt=ot.data.subarray(zt*pt/ot.data.BYTES_PER_ELEMENT,(zt+1)*pt/ot.data.BYTES_PER_ELEMENT);e.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,zt,ot.width,ot.height,1,vt,k,jt)}M.clearLayerUpdates()}else e.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,ot.width,ot.height,ot.depth,vt,k,ot.data)}else e.texImage3D(n.TEXTURE_2D_ARRAY,0,lt,ot.width,ot.height,ot.depth,0,vt,k,ot.data);else if(M.isData3DTexture)yt?(wt&&e.texStorage3D(n.TEXTURE_3D,Kt,lt,ot.width,ot.height,ot.depth),Wt&&e.texSubImage3D(n.TEXTURE_3D,0,0,0,0,ot.width,ot.height,ot.depth,vt,k,ot.data)):e.texImage3D(n.TEXTURE_3D,0,lt,ot.width,ot.height,ot.depth,0,vt,k,ot.data);else if(M.isFramebufferTexture){if(wt)if(yt)e.texStorage2D(n.TEXTURE_2D,Kt,lt,ot.width,ot.height);else{let pt=ot.width,zt=ot.height;for(let jt=0;jt<Kt;jt++)e.texImage2D(n.TEXTURE_2D,jt,lt,pt,zt,0,vt,k,null),pt>>=1,zt>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in n){let pt=n.canvas;if(pt.hasAttribute("layoutsubtree")||pt.setAttribute("layoutsubtree","true"),ot.parentNode!==pt){pt.appendChild(ot),h.add(M),pt.onpaint=zt=>{let jt=zt.changedElements;for(let Rt of h)jt.includes(Rt.image)&&(Rt.needsUpdate=!0)},pt.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,ot);else{let jt=n.RGBA,Rt=n.RGBA,le=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,jt,Rt,le,ot)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(Tt.length>0){if(yt&&wt){let pt=qt(Tt[0]);e.texStorage2D(n.TEXTURE_2D,Kt,lt,pt.width,pt.height)}for(let pt=0,zt=Tt.length;pt<zt;pt++)it=Tt[pt],yt?Wt&&e.texSubImage2D(n.TEXTURE_2D,pt,0,0,vt,k,it):e.texImage2D(n.TEXTURE_2D,pt,lt,vt,k,it);M.generateMipmaps=!1}else if(yt){if(wt){let pt=qt(ot);e.texStorage2D(n.TEXTURE_2D,Kt,lt,pt.width,pt.height)}Wt&&e.texSubImage2D(n.TEXTURE_2D,0,0,0,vt,k,ot)}else e.texImage2D(n.TEXTURE_2D,0,lt,vt,k,ot);A(M)&&M.mipmapsAutoUpdate===!0&&S(gt),Mt.__version=St.version,M.onUpdate&&M.onUpdate(M)}L.__version=M.version}function an(L,M,X){if(M.image.length!==6)return;let gt=ae(L,M),ct=M.source;e.bindTexture(n.TEXTURE_CUBE_MAP,L.__webglTexture,n.TEXTURE0+X);let St=i.get(ct);if(ct.version!==St.__version||gt===!0){e.activeTexture(n.TEXTURE0+X);let Mt=xe.getPrimaries(xe.workingColorSpace),nt=M.colorSpace===vs?null:xe.getPrimaries(M.colorSpace),ot=M.colorSpace===vs||Mt===nt?n.NONE:n.BROWSER_DEFAULT_WEBGL;e.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(n.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,ot);let vt=M.isCompressedTexture||M.image[0].isCompressedTexture,k=M.image[0]&&M.image[0].isDataTexture,lt=[];for(let Rt=0;Rt<6;Rt++)!vt&&!k?lt[Rt]=v(M.image[Rt],!0,s.maxCubemapSize):lt[Rt]=k?M.image[Rt].image:M.image[Rt],lt[Rt]=Ht(M,lt[Rt]);let it=lt[0],Tt=r.convert(M.format,M.colorSpace),yt=r.convert(M.type),wt=w(M.internalFormat,Tt,yt,M.normalized,M.colorSpace),Wt=M.isVideoTexture!==!0,Kt=St.__version===void 0||gt===!0,pt=ct.dataReady,zt=b(M,it);ie(n.TEXTURE_CUBE_MAP,M);let jt;if(M.isDepthTexture){if(wt=x(M.format===xs,M.type),Kt)if(Wt)e.texStorage2D(n.TEXTURE_CUBE_MAP,1,wt,it.width,it.height);else for(let Rt=0;Rt<6;Rt++)e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,wt,it.width,it.height,0,Tt,yt,null)}else if(vt){Wt&&Kt&&e.texStorage2D(n.TEXTURE_CUBE_MAP,zt,wt,it.width,it.height);for(let Rt=0;Rt<6;Rt++){jt=lt[Rt].mipmaps;for(let le=0;le<jt.length;le++){let ze=jt[le];M.format!==Di?Tt!==null?Wt?pt&&e.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,le,0,0,ze.width,ze.height,Tt,ze.data):e.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,le,wt,ze.width,ze.height,0,ze.data):Jt("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Wt?pt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,le,0,0,ze.width,ze.height,Tt,yt,ze.data):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,le,wt,ze.width,ze.height,0,Tt,yt,ze.data)}}}else{if(jt=M.mipmaps,Wt&&Kt){jt.length>0&&zt++;let Rt=qt(lt[0]);e.texStorage2D(n.TEXTURE_CUBE_MAP,zt,wt,Rt.width,Rt.height)}for(let Rt=0;Rt<6;Rt++)if(k){Wt?pt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,lt[Rt].width,lt[Rt].height,Tt,yt,lt[Rt].data):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,wt,lt[Rt].width,lt[Rt].height,0,Tt,yt,lt[Rt].data);for(let le=0;le<jt.length;le++){let Gn=jt[le].image[Rt].image;Wt?pt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,le+1,0,0,Gn.width,Gn.height,Tt,yt,Gn.data):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,le+1,wt,Gn.width,Gn.height,0,Tt,yt,Gn.data)}}else{Wt?pt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,Tt,yt,lt[Rt]):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,wt,Tt,yt,lt[Rt]);for(let le=0;le<jt.length;le++){let ze=jt[le];Wt?pt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,le+1,0,0,Tt,yt,ze.image[Rt]):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,le+1,wt,Tt,yt,ze.image[Rt])}}}A(M)&&M.mipmapsAutoUpdate===!0&&S(n.TEXTURE_CUBE_MAP),St.__version=ct.version,M.onUpdate&&M.onUpdate(M)}L.__version=M.version}function Le(L,M,X,gt,ct,St){let Mt=r.convert(X.format,X.colorSpace),nt=r.convert(X.type),ot=w(X.internalFormat,Mt,nt,X.normalized,X.colorSpace),vt=i.get(M),k=i.get(X);if(k.__renderTarget=M,!vt.__hasExternalTextures){let lt=Math.max(1,M.width>>St),it=Math.max(1,M.height>>St);ct===n.TEXTURE_3D||ct===n.TEXTURE_2D_ARRAY?e.texImage3D(ct,St,ot,lt,it,M.depth,0,Mt,nt,null):e.texImage2D(ct,St,ot,lt,it,0,Mt,nt,null)}e.bindFramebuffer(n.FRAMEBUFFER,L),Et(M)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,gt,ct,k.__webglTexture,0,oe(M)):(ct===n.TEXTURE_2D||ct>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&ct<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,gt,ct,k.__webglTexture,St),e.bindFramebuffer(n.FRAMEBUFFER,null)}function Sn(L,M,X){if(n.bindRenderbuffer(n.RENDERBUFFER,L),M.depthBuffer){let gt=M.depthTexture,ct=gt&&gt.isDepthTexture?gt.type:null,St=x(M.stencilBuffer,ct),Mt=M.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;Et(M)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,oe(M),St,M.width,M.height):X?n.renderbufferStorageMultisample(n.RENDERBUFFER,oe(M),St,M.width,M.height):n.renderbufferStorage(n.RENDERBUFFER,St,M.width,M.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,Mt,n.RENDERBUFFER,L)}else{let gt=M.textures;for(let ct=0;ct<gt.length;ct++){let St=gt[ct],Mt=r.convert(St.format,St.colorSpace),nt=r.convert(St.type),ot=w(St.internalFormat,Mt,nt,St.normalized,St.colorSpace);Et(M)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,oe(M),ot,M.width,M.height):X?n.renderbufferStorageMultisample(n.RENDERBUFFER,oe(M),ot,M.width,M.height):n.renderbufferStorage(n.RENDERBUFFER,ot,M.width,M.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function Me(L,M,X){let gt=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(n.FRAMEBUFFER,L),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ct=i.get(M.depthTexture);ct.__renderTarget=M;let St=gt?M.depthTexture.image[0]:M.depthTexture.image;(!ct.__webglTexture||St.width!==M.width||St.height!==M.height)&&(St.width=M.width,St.height=M.height,M.depthTexture.needsUpdate=!0),gt?_t(M.depthTexture,0):at(M.depthTexture,0);let Mt=ct.__webglTexture,nt=oe(M),ot=gt?n.TEXTURE_CUBE_MAP_POSITIVE_X+X:n.TEXTURE_2D,vt=M.depthTexture.format===xs?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(M.depthTexture.format===ds)Et(M)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,vt,ot,Mt,0,nt):n.framebufferTexture2D(n.FRAMEBUFFER,vt,ot,Mt,0);else if(M.depthTexture.format===xs)Et(M)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,vt,ot,Mt,0,nt):n.framebufferTexture2D(n.FRAMEBUFFER,vt,ot,Mt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function mn(L){let M=i.get(L),X=L.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==L.depthTexture){let gt=L.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),gt){let ct=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,gt.removeEventListener("dispose",ct)};gt.addEventListener("dispose",ct),M.__depthDisposeCallback=ct}M.__boundDepthTexture=gt}if(L.depthTexture&&!M.__autoAllocateDepthBuffer)if(X)for(let gt=0;gt<6;gt++)Me(M.__webglFramebuffer[gt],L,gt);else L.texture.mipmaps.length>0?Me(M.__webglFramebuffer[0],L,0):Me(M.__webglFramebuffer,L,0);else if(X){M.__webglDepthbuffer=[];for(let gt=0;gt<6;gt++)if(e.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer[gt]),M.__webglDepthbuffer[gt]===void 0)M.__webglDepthbuffer[gt]=n.createRenderbuffer(),Sn(M.__webglDepthbuffer[gt],L,!1);else{let ct=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,St=M.__webglDepthbuffer[gt];n.bindRenderbuffer(n.RENDERBUFFER,St),n.framebufferRenderbuffer(n.FRAMEBUFFER,ct,n.RENDERBUFFER,St)}}else if(L.texture.mipmaps.length>0?e.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=n.createRenderbuffer(),Sn(M.__webglDepthbuffer,L,!1);else{let ct=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,St=M.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,St),n.framebufferRenderbuffer(n.FRAMEBUFFER,ct,n.RENDERBUFFER,St)}e.bindFramebuffer(n.FRAMEBUFFER,null)}function Ke(L,M,X){let gt=i.get(L);M!==void 0&&Le(gt.__webglFramebuffer,L,L.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),X!==void 0&&mn(L)}function ln(L){let M=L.texture,X=i.get(L),gt=i.get(M);L.addEventListener("dispose",F),B(L);let ct=L.textures,St=L.isWebGLCubeRenderTarget===!0,Mt=ct.length>1;if(Mt||(gt.__webglTexture===void 0&&(gt.__webglTexture=n.createTexture()),gt.__version=M.version,o.memory.textures++),St){X.__webglFramebuffer=[];for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0){X.__webglFramebuffer[nt]=[];for(let ot=0;ot<M.mipmaps.length;ot++)X.__webglFramebuffer[nt][ot]=n.createFramebuffer()}else X.__webglFramebuffer[nt]=n.createFramebuffer()}else{if(M.mipmaps.length>0){X.__webglFramebuffer=[];for(let nt=0;nt<M.mipmaps.length;nt++)X.__webglFramebuffer[nt]=n.createFramebuffer()}else X.__webglFramebuffer=n.createFramebuffer();if(Mt)for(let nt=0,ot=ct.length;nt<ot;nt++){let vt=i.get(ct[nt]);vt.__webglTexture===void 0&&(vt.__webglTexture=n.createTexture(),o.memory.textures++)}if(L.samples>0&&Et(L)===!1){X.__webglMultisampledFramebuffer=n.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(n.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let nt=0;nt<ct.length;nt++){let ot=ct[nt];X.__webglColorRenderbuffer[nt]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,X.__webglColorRenderbuffer[nt]);let vt=r.convert(ot.format,ot.colorSpace),k=r.convert(ot.type),lt=w(ot.internalFormat,vt,k,ot.normalized,ot.colorSpace,L.isXRRenderTarget===!0),it=oe(L);n.renderbufferStorageMultisample(n.RENDERBUFFER,it,lt,L.width,L.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+nt,n.RENDERBUFFER,X.__webglColorRenderbuffer[nt])}n.bindRenderbuffer(n.RENDERBUFFER,null),L.depthBuffer&&(X.__webglDepthRenderbuffer=n.createRenderbuffer(),Sn(X.__webglDepthRenderbuffer,L,!0)),e.bindFramebuffer(n.FRAMEBUFFER,null)}}if(St){e.bindTexture(n.TEXTURE_CUBE_MAP,gt.__webglTexture),ie(n.TEXTURE_CUBE_MAP,M);for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0)for(let ot=0;ot<M.mipmaps.length;ot++)Le(X.__webglFramebuffer[nt][ot],L,M,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+nt,ot);else Le(X.__webglFramebuffer[nt],L,M,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+nt,0);A(M)?S(n.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(Mt){for(let nt=0,ot=ct.length;nt<ot;nt++){let vt=ct[nt],k=i.get(vt),lt=n.TEXTURE_2D;(L.isWebGL3DRenderTarget||L.isWebGLArrayRenderTarget)&&(lt=L.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),e.bindTexture(lt,k.__webglTexture),ie(lt,vt),Le(X.__webglFramebuffer,L,vt,n.COLOR_ATTACHMENT0+nt,lt,0),A(vt)&&S(lt)}e.unbindTexture()}else{let nt=n.TEXTURE_2D;if((L.isWebGL3DRenderTarget||L.isWebGLArrayRenderTarget)&&(nt=L.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),e.bindTexture(nt,gt.__webglTexture),ie(nt,M),M.mipmaps.length>0)for(let ot=0;ot<M.mipmaps.length;ot++)Le(X.__webglFramebuffer[ot],L,M,n.COLOR_ATTACHMENT0,nt,ot);else Le(X.__webglFramebuffer,L,M,n.COLOR_ATTACHMENT0,nt,0);A(M)?S(nt):M.mipmaps.length>0&&n.texParameteri(nt,n.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}L.depthBuffer&&mn(L)}function z(L){let M=L.textures;for(let X=0,gt=M.length;X<gt;X++){let ct=M[X];if(A(ct)&&ct.mipmapsAutoUpdate===!0){let St=R(L),Mt=i.get(ct).__webglTexture;e.bindTexture(St,Mt),S(St),e.unbindTexture()}}}let Pt=[];function Yt(L){if(L.samples>0){if(Et(L)===!1){let M=L.textures,X=L.width,gt=L.height,ct=n.COLOR_BUFFER_BIT,St=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,Mt=i.get(L),nt=M.length>1;if(nt)for(let vt=0;vt<M.length;vt++)e.bindFramebuffer(n.FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+vt,n.RENDERBUFFER,null),e.bindFramebuffer(n.FRAMEBUFFER,Mt.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+vt,n.TEXTURE_2D,null,0);e.bindFramebuffer(n.READ_FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),L.texture.mipmaps.length>0?e.bindFramebuffer(n.DRAW_FRAMEBUFFER,Mt.__webglFramebuffer[0]):e.bindFramebuffer(n.DRAW_FRAMEBUFFER,Mt.__webglFramebuffer);for(let vt=0;vt<M.length;vt++){if(L.resolveDepthBuffer&&(L.depthBuffer&&(ct|=n.DEPTH_BUFFER_BIT),L.stencilBuffer&&L.resolveStencilBuffer&&(ct|=n.STENCIL_BUFFER_BIT)),nt){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,Mt.__webglColorRenderbuffer[vt]);let k=i.get(M[vt]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,k,0)}n.blitFramebuffer(0,0,X,gt,0,0,X,gt,ct,n.NEAREST),l===!0&&(Pt.length=0,Pt.push(n.COLOR_ATTACHMENT0+vt),L.depthBuffer&&L.storeMultisampledDepthBuffer===!1&&Pt.push(St),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,Pt))}if(e.bindFramebuffer(n.READ_FRAMEBUFFER,null),e.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),nt)for(let vt=0;vt<M.length;vt++){e.bindFramebuffer(n.FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+vt,n.RENDERBUFFER,Mt.__webglColorRenderbuffer[vt]);let k=i.get(M[vt]).__webglTexture;e.bindFramebuffer(n.FRAMEBUFFER,Mt.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+vt,n.TEXTURE_2D,k,0)}e.bindFramebuffer(n.DRAW_FRAMEBUFFER,Mt.__webglMultisampledFramebuffer)}else if(L.depthBuffer&&L.storeMultisampledDepthBuffer===!1&&l){let M=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[M])}}}function oe(L){return Math.min(s.maxSamples,L.samples)}function Et(L){let M=i.get(L);return L.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function De(L){let M=o.render.frame;u.get(L)!==M&&(u.set(L,M),L.update())}function Ht(L,M){let X=L.colorSpace,gt=L.format,ct=L.type;return L.isCompressedTexture===!0||L.isVideoTexture===!0||X!==Ho&&X!==vs&&(xe.getTransfer(X)===Ae?(gt!==Di||ct!==jn)&&Jt("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ne("WebGLTextures: Unsupported texture color space:",X)),M}function qt(L){return typeof HTMLImageElement<"u"&&L instanceof HTMLImageElement?(c.width=L.naturalWidth||L.width,c.height=L.naturalHeight||L.height):typeof VideoFrame<"u"&&L instanceof VideoFrame?(c.width=L.displayWidth,c.height=L.displayHeight):(c.width=L.width,c.height=L.height),c}this.allocateTextureUnit=st,this.resetTextureUnits=et,this.getTextureUnits=rt,this.setTextureUnits=K,this.setTexture2D=at,this.setTexture2DArray=ht,this.setTexture3D=dt,this.setTextureCube=_t,this.rebindTextures=Ke,this.setupRenderTarget=ln,this.updateRenderTargetMipmap=z,this.updateMultisampleRenderTarget=Yt,this.setupDepthRenderbuffer=mn,this.setupFrameBufferTexture=Le,this.useMultisampledRTT=Et,this.dispose=G}function SM(n,t){function e(i,s=vs){let r,o=xe.getTransfer(s);if(i===jn)return n.UNSIGNED_BYTE;if(i===Jl)return n.UNSIGNED_SHORT_4_4_4_4;if(i===Zl)return n.UNSIGNED_SHORT_5_5_5_1;if(i===mu)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===gu)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===du)return n.BYTE;if(i===pu)return n.SHORT;if(i===ro)return n.UNSIGNED_SHORT;if(i===Yl)return n.INT;if(i===Ii)return n.UNSIGNED_INT;if(i===Li)return n.FLOAT;if(i===Ni)return n.HALF_FLOAT;if(i===_u)return n.ALPHA;if(i===xu)return n.RGB;if(i===Di)return n.RGBA;if(i===ds)return n.DEPTH_COMPONENT;if(i===xs)return n.DEPTH_STENCIL;if(i===vu)return n.RED;if(i===Kl)return n.RED_INTEGER;if(i===Vs)return n.RG;if(i===jl)return n.RG_INTEGER;if(i===Ql)return n.RGBA_INTEGER;if(i===fa||i===da||i===pa||i===ma)if(o===Ae)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(i===fa)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===da)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===pa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===ma)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(i===fa)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===da)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===pa)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===ma)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===tc||i===ec||i===nc||i===ic)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(i===tc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===ec)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===nc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===ic)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===sc||i===rc||i===oc||i===ac||i===lc||i===ga||i===cc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(i===sc||i===rc)return o===Ae?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(i===oc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(i===ac)return r.COMPRESSED_R11_EAC;if(i===lc)return r.COMPRESSED_SIGNED_R11_EAC;if(i===ga)return r.COMPRESSED_RG11_EAC;if(i===cc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===hc||i===uc||i===fc||i===dc||i===pc||i===mc||i===gc||i===_c||i===xc||i===vc||i===yc||i===Sc||i===Mc||i===bc)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(i===hc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===uc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===fc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===dc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===pc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===mc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===gc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===_c)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===xc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===vc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===yc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===Sc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===Mc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===bc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===wc||i===Ec||i===Tc)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(i===wc)return o===Ae?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===Ec)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===Tc)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===Ac||i===Cc||i===_a||i===Rc)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(i===Ac)return r.COMPRESSED_RED_RGTC1_EXT;if(i===Cc)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===_a)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===Rc)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===rr?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:e}}var MM=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,bM=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Bu=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let i=new ta(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=i}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,i=new Ji({vertexShader:MM,fragmentShader:bM,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new In(new ea(20,20),i)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},ku=class extends Yi{constructor(t,e){super();let i=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,u=null,h=null,f=null,d=null,g=null,_=typeof XRWebGLBinding<"u",m=new Bu,p={},v=e.getContextAttributes(),A=null,S=null,R=[],w=[],x=new ve,b=null,B=null,P=new $n;P.viewport=new Ye;let I=new $n;I.viewport=new Ye;let F=[P,I],O=new Wl,D=null,G=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(q){let at=R[q];return at===void 0&&(at=new Yr,R[q]=at),at.getTargetRaySpace()},this.getControllerGrip=function(q){let at=R[q];return at===void 0&&(at=new Yr,R[q]=at),at.getGripSpace()},this.getHand=function(q){let at=R[q];return at===void 0&&(at=new Yr,R[q]=at),at.getHandSpace()};function $(q){let at=w.indexOf(q.inputSource);if(at===-1)return;let ht=R[at];ht!==void 0&&(ht.update(q.inputSource,q.frame,c||o),ht.dispatchEvent({type:q.type,data:q.inputSource}))}function H(){s.removeEventListener("select",$),s.removeEventListener("selectstart",$),s.removeEventListener("selectend",$),s.removeEventListener("squeeze",$),s.removeEventListener("squeezestart",$),s.removeEventListener("squeezeend",$),s.removeEventListener("end",H),s.removeEventListener("inputsourceschange",ft);for(let q=0;q<R.length;q++){let at=w[q];at!==null&&(w[q]=null,R[q].disconnect(at))}D=null,G=null,m.reset();for(let q in p)delete p[q];if(t.setRenderTarget(A),d=null,f=null,h=null,s=null,S=null,st.stop(),i.isPresenting=!1,t.setPixelRatio(b),t.setSize(x.width,x.height,!1),B!==null){let q=B.camera;q.fov=B.fov,q.zoom=B.zoom,q.updateProjectionMatrix(),B=null}i.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(q){r=q,i.isPresenting===!0&&Jt("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(q){a=q,i.isPresenting===!0&&Jt("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(q){c=q},this.getBaseLayer=function(){return f!==null?f:d},this.getBinding=function(){return h===null&&_&&(h=new XRWebGLBinding(s,e)),h},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(q){if(s=q,s!==null){if(A=t.getRenderTarget(),s.addEventListener("select",$),s.addEventListener("selectstart",$),s.addEventListener("selectend",$),s.addEventListener("squeeze",$),s.addEventListener("squeezestart",$),s.addEventListener("squeezeend",$),s.addEventListener("end",H),s.addEventListener("inputsourceschange",ft),v.xrCompatible!==!0&&await e.makeXRCompatible(),b=t.getPixelRatio(),t.getSize(x),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let ht=null,dt=null,_t=null;v.depth&&(_t=v.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,ht=v.stencil?xs:ds,dt=v.stencil?rr:Ii);let Ft={colorFormat:e.RGBA8,depthFormat:_t,scaleFactor:r};h=this.getBinding(),f=h.createProjectionLayer(Ft),s.updateRenderState({layers:[f]}),t.setPixelRatio(1),t.setSize(f.textureWidth,f.textureHeight,!1),S=new li(f.textureWidth,f.textureHeight,{format:Di,type:jn,depthTexture:new gs(f.textureWidth,f.textureHeight,dt,void 0,void 0,void 0,void 0,void 0,void 0,ht),stencilBuffer:v.stencil,colorSpace:t.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}else{let ht={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,ht),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),S=new li(d.framebufferWidth,d.framebufferHeight,{format:Di,type:jn,colorSpace:t.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),st.setContext(s),st.start(),i.isPresenting=!0,i.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ft(q){for(let at=0;at<q.removed.length;at++){let ht=q.removed[at],dt=w.indexOf(ht);dt>=0&&(w[dt]=null,R[dt].disconnect(ht))}for(let at=0;at<q.added.length;at++){let ht=q.added[at],dt=w.indexOf(ht);if(dt===-1){for(let Ft=0;Ft<R.length;Ft++)if(Ft>=w.length){w.push(ht),dt=Ft;break}else if(w[Ft]===null){w[Ft]=ht,dt=Ft;break}if(dt===-1)break}let _t=R[dt];_t&&_t.connect(ht)}}function Z(q,at){at===null?q.matrixWorld.copy(q.matrix):q.matrixWorld.multiplyMatrices(at.matrixWorld,q.matrix),q.matrixWorldInverse.copy(q.matrixWorld).invert()}this.updateCamera=function(q){if(s===null)return;let at=q.near,ht=q.far;m.texture!==null&&(m.depthNear>0&&(at=m.depthNear),m.depthFar>0&&(ht=m.depthFar)),O.near=I.near=P.near=at,O.far=I.far=P.far=ht,(D!==O.near||G!==O.far)&&(s.updateRenderState({depthNear:O.near,depthFar:O.far}),D=O.near,G=O.far),O.layers.mask=q.layers.mask|6,P.layers.mask=O.layers.mask&-5,I.layers.mask=O.layers.mask&-3;let dt=q.parent,_t=O.cameras;Z(O,dt);for(let Ft=0;Ft<_t.length;Ft++)Z(_t[Ft],dt);O.projectionMatrix.copy(P.projectionMatrix),O.projectionMatrixInverse.copy(P.projectionMatrixInverse),B===null&&q.isPerspectiveCamera&&(B={camera:q,fov:q.fov,zoom:q.zoom}),et(q,O,dt)};function et(q,at,ht){ht===null?q.matrix.copy(at.matrixWorld):(q.matrix.copy(ht.matrixWorld),q.matrix.invert(),q.matrix.multiply(at.matrixWorld)),q.matrix.decompose(q.position,q.quaternion,q.scale),q.updateMatrixWorld(!0),q.projectionMatrix.copy(at.projectionMatrix),q.projectionMatrixInverse.copy(at.projectionMatrixInverse),q.isPerspectiveCamera&&(q.fov=Sl*2*Math.atan(1/q.projectionMatrix.elements[5]),q.zoom=1)}this.getCamera=function(){return O},this.getFoveation=function(){if(!(f===null&&d===null))return l},this.setFoveation=function(q){l=q,f!==null&&(f.fixedFoveation=q),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(O)},this.getCameraTexture=function(q){return p[q]};let rt=null;function K(q,at){if(u=at.getViewerPose(c||o),g=at,u!==null){let ht=u.views;d!==null&&(t.setRenderTargetFramebuffer(S,d.framebuffer),t.setRenderTarget(S));let dt=!1;ht.length!==O.cameras.length&&(O.cameras.length=0,dt=!0);for(let kt=0;kt<ht.length;kt++){let ie=ht[kt],ae=null;if(d!==null)ae=d.getViewport(ie);else{let Be=h.getViewSubImage(f,ie);ae=Be.viewport,kt===0&&(t.setRenderTargetTextures(S,Be.colorTexture,Be.depthStencilTexture),t.setRenderTarget(S))}let te=F[kt];te===void 0&&(te=new $n,te.layers.enable(kt),te.viewport=new Ye,F[kt]=te),te.matrix.fromArray(ie.transform.matrix),te.matrix.decompose(te.position,te.quaternion,te.scale),te.projectionMatrix.fromArray(ie.projectionMatrix),te.projectionMatrixInverse.copy(te.projectionMatrix).invert(),te.viewport.set(ae.x,ae.y,ae.width,ae.height),kt===0&&(O.matrix.copy(te.matrix),O.matrix.decompose(O.position,O.quaternion,O.scale)),dt===!0&&O.cameras.push(te)}let _t=s.enabledFeatures;if(_t&&_t.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){h=i.getBinding();let kt=h.getDepthInformation(ht[0]);kt&&kt.isValid&&kt.texture&&m.init(kt,s.renderState)}if(_t&&_t.includes("camera-access")&&_){t.state.unbindTexture(),h=i.getBinding();for(let kt=0;kt<ht.length;kt++){let ie=ht[kt].camera;if(ie){let ae=p[ie];ae||(ae=new ta,p[ie]=ae);let te=h.getCameraImage(ie);ae.sourceTexture=te}}}}for(let ht=0;ht<R.length;ht++){let dt=w[ht],_t=R[ht];dt!==null&&_t!==void 0&&_t.update(dt,at,c||o)}rt&&rt(q,at),at.detectedPlanes&&i.dispatchEvent({type:"planesdetected",data:at}),g=null}let st=new Zp;st.setAnimationLoop(K),this.setAnimationLoop=function(q){rt=q},this.dispose=function(){}}},wM=new Ue,om=new se;om.set(-1,0,0,0,1,0,0,0,1);function EM(n,t){function e(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function i(m,p){p.color.getRGB(m.fogColor.value,Tu(n)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,v,A,S){p.isNodeMaterial?p.uniformsNeedUpdate=!1:p.isMeshBasicMaterial?r(m,p):p.isMeshLambertMaterial?(r(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshToonMaterial?(r(m,p),h(m,p)):p.isMeshPhongMaterial?(r(m,p),u(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshStandardMaterial?(r(m,p),f(m,p),p.isMeshPhysicalMaterial&&d(m,p,S)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),_(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,v,A):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,e(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===Jn&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,e(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===Jn&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,e(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,e(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,e(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let v=t.get(p),A=v.envMap,S=v.envMapRotation;A&&(m.envMap.value=A,m.envMapRotation.value.setFromMatrix4(wM.makeRotationFromEuler(S)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(om),m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,e(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,e(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,v,A){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*v,m.scale.value=A*.5,p.map&&(m.map.value=p.map,e(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function u(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function h(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function f(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,e(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,e(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function d(m,p,v){m.ior.value=p.ior,p.diffuseRoughness>0&&(m.diffuseRoughness.value=p.diffuseRoughness,p.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=p.diffuseRoughnessMap,e(p.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,e(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,e(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,e(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,e(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,e(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===Jn&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.retroreflectivity>0&&(m.retroreflectivity.value=p.retroreflectivity),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=p.iridescenceThicknessMaximum,p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,e(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,e(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=v.texture,m.transmissionSamplerSize.value.set(v.width,v.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,e(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,e(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,e(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,e(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,e(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function _(m,p){let v=t.get(p).light;m.referencePosition.value.setFromMatrixPosition(v.matrixWorld),m.nearDistance.value=v.shadow.camera.near,m.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:s}}function TM(n,t,e,i){let s={},r={};function o(v,A){let S=A.program;i.uniformBlockBinding(v,S,s[v.id])}function a(v,A){let S=s[v.id];S===void 0&&(g(v),S=l(v),s[v.id]=S,v.addEventListener("dispose",m));let R=A.program;i.updateUBOMapping(v,R);let w=t.render.frame;r[v.id]!==w&&(c(v),r[v.id]=w)}function l(v){let A=n.createBuffer(),S=v.__size,R=v.usage;return n.bindBuffer(n.UNIFORM_BUFFER,A),n.bufferData(n.UNIFORM_BUFFER,S,R),n.bindBuffer(n.UNIFORM_BUFFER,null),A}function c(v){let A=s[v.id],S=v.uniforms,R=v.__cache;n.bindBuffer(n.UNIFORM_BUFFER,A);for(let w=0,x=S.length;w<x;w++){let b=S[w];if(Array.isArray(b))for(let B=0,P=b.length;B<P;B++)u(b[B],w,B,R);else u(b,w,0,R)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function u(v,A,S,R){if(f(v,A,S,R)===!0){let w=v.__offset,x=v.value;if(Array.isArray(x)){let b=0;for(let B=0;B<x.length;B++){let P=x[B],I=_(P,!0);h(P,v.__data,b),b+=I.storage/Float32Array.BYTES_PER_ELEMENT}}else h(x,v.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,w,v.__data)}}function h(v,A,S){typeof v=="number"||typeof v=="boolean"?A[S]=v:v.isMatrix3?(A[S]=v.elements[0],A[S+1]=v.elements[1],A[S+2]=v.elements[2],A[S+3]=0,A[S+4]=v.elements[3],A[S+5]=v.elements[4],A[S+6]=v.elements[5],A[S+7]=0,A[S+8]=v.elements[6],A[S+9]=v.elements[7],A[S+10]=v.elements[8],A[S+11]=0):ArrayBuffer.isView(v)?A.set(v.subarray(0,A.length-S),S):v.toArray(A,S)}function f(v,A,S,R){let w=v.value,x=A+"_"+S;if(Array.isArray(w)){R[x]===void 0&&(R[x]=[]);let b=R[x],B=!1;for(let P=0;P<w.length;P++)d(w[P],b,P)===!0&&(B=!0);return B}return d(w,R,x)}function d(v,A,S){if(A[S]===void 0)return typeof v=="number"||typeof v=="boolean"?A[S]=v:ArrayBuffer.isView(v)?A[S]=v.slice():A[S]=v.clone(),!0;{let R=A[S];if(typeof v=="number"||typeof v=="boolean"){if(R!==v)return A[S]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(R.equals(v)===!1)return R.copy(v),!0}}return!1}function g(v){let A=v.uniforms,S=0,R=16;for(let x=0,b=A.length;x<b;x++){let B=Array.isArray(A[x])?A[x]:[A[x]];for(let P=0,I=B.length;P<I;P++){let F=B[P],O=Array.isArray(F.value)?F.value:[F.value],D=Array.isArray(A[x])||Array.isArray(F.value),G=S;for(let H=0,ft=O.length;H<ft;H++){let Z=O[H],et=_(Z,D),rt=S%R,K=rt%et.boundary,st=rt+K;S+=K,st!==0&&R-st<et.storage&&(S+=R-st),H===0&&(G=S),S+=et.storage}let $=F.type==="int"?Int32Array:F.type==="uint"?Uint32Array:Float32Array;F.__data=new $((S-G)/Float32Array.BYTES_PER_ELEMENT),F.__offset=G}}let w=S%R;return w>0&&(S+=R-w),v.__size=S,v.__cache={},this}function _(v,A){let S={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(S.boundary=4,S.storage=4):v.isVector2?(S.boundary=8,S.storage=8):v.isVector3||v.isColor?(S.boundary=16,S.storage=12):v.isVector4?(S.boundary=16,S.storage=16):v.isMatrix3?(S.boundary=16,S.storage=48):v.isMatrix4?(S.boundary=16,S.storage=64):v.isTexture?Jt("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(S.boundary=16,S.storage=v.byteLength):Jt("WebGLRenderer: Unsupported uniform value type.",v),A===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function m(v){let A=v.target;A.removeEventListener("dispose",m),n.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function p(){for(let v in s)n.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:p}}var AM=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Ki=null;function CM(){return Ki===null&&(Ki=new El(AM,16,16,Vs,Ni),Ki.name="DFG_LUT",Ki.minFilter=Yn,Ki.magFilter=Yn,Ki.wrapS=qi,Ki.wrapT=qi,Ki.generateMipmaps=!1,Ki.needsUpdate=!0),Ki}var Dc=class{constructor(t={}){let{canvas:e=yp(),context:i=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:u="default",failIfMajorPerformanceCaveat:h=!1,reversedDepthBuffer:f=!1,outputBufferType:d=jn}=t;this.isWebGLRenderer=!0;let g;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=i.getContextAttributes().alpha}else g=o;let _=d,m=new Set([Ql,jl,Kl]),p=new Set([jn,Ii,ro,rr,Jl,Zl]),v=new Uint32Array(4),A=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},R=null,w=null,x=[],b=[],B=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Zi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let P=this,I=!1,F=null,O=null,D=null,G=null;this._outputColorSpace=oi;let $=0,H=0,ft=null,Z=-1,et=null,rt=new Ye,K=new Ye,st=null,q=new fe(0),at=0,ht=e.width,dt=e.height,_t=1,Ft=null,Qt=null,kt=new Ye(0,0,ht,dt),ie=new Ye(0,0,ht,dt),ae=!1,te=new Fs,Be=new Tl,ke=!1,an=!1,Le=new Ue,Sn=new j,Me=new Ye,mn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Ke=!1;function ln(){return ft===null?_t:1}let z=i;function Pt(T,V){return e.getContext(T,V)}let Yt,oe,Et,De,Ht,qt,L,M,X,gt,ct,St,Mt,nt,ot,vt,k,lt,it,Tt,yt,wt,Wt;try{let T={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:u,failIfMajorPerformanceCaveat:h};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",zt,!1),e.addEventListener("webglcontextrestored",jt,!1),e.addEventListener("webglcontextcreationerror",Rt,!1),z===null){let V="webgl2";if(z=Pt(V,T),z===null)throw Pt(V)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Kt()}catch(T){throw e.removeEventListener("webglcontextlost",zt,!1),e.removeEventListener("webglcontextrestored",jt,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),ne("WebGLRenderer: "+T.message),T}function Kt(){Yt=new ky(z),Yt.init(),yt=new SM(z,Yt),oe=new Cy(z,Yt,t,yt),Et=new vM(z,Yt),oe.reversedDepthBuffer&&f&&Et.buffers.depth.setReversed(!0),O=z.createFramebuffer(),D=z.createFramebuffer(),G=z.createFramebuffer(),De=new Gy(z),Ht=new rM,qt=new yM(z,Yt,Et,Ht,oe,yt,De),L=new By(P),M=new W_(z),wt=new Ty(z,M),X=new zy(z,M,De,wt),gt=new Wy(z,X,M,wt,De),lt=new Hy(z,oe,qt),ot=new Ry(Ht),ct=new sM(P,L,Yt,oe,wt,ot),St=new EM(P,Ht),Mt=new aM,nt=new dM(Yt),k=new Ey(P,L,Et,gt,g,l),vt=new xM(P,gt,oe),Wt=new TM(z,De,oe,Et),it=new Ay(z,Yt,De),Tt=new Vy(z,Yt,De),De.programs=ct.programs,P.capabilities=oe,P.extensions=Yt,P.properties=Ht,P.renderLists=Mt,P.shadowMap=vt,P.state=Et,P.info=De}_!==jn&&(B=new qy(_,e.width,e.height,a,s,r));let pt=new ku(P,z);this.xr=pt,this.getContext=function(){return z},this.getContextAttributes=function(){return z.getContextAttributes()},this.forceContextLoss=function(){let T=Yt.get("WEBGL_lose_context");T&&T.loseContext()},this.forceContextRestore=function(){let T=Yt.get("WEBGL_lose_context");T&&T.restoreContext()},this.getPixelRatio=function(){return _t},this.setPixelRatio=function(T){T!==void 0&&(_t=T,this.setSize(ht,dt,!1))},this.getSize=function(T){return T.set(ht,dt)},this.setSize=function(T,V,tt=!0){if(pt.isPresenting){Jt("WebGLRenderer: Can't change size while VR device is presenting.");return}ht=T,dt=V,e.width=Math.floor(T*_t),e.height=Math.floor(V*_t),tt===!0&&(e.style.width=T+"px",e.style.height=V+"px"),B!==null&&B.setSize(e.width,e.height),this.setViewport(0,0,T,V)},this.getDrawingBufferSize=function(T){return T.set(ht*_t,dt*_t).floor()},this.setDrawingBufferSize=function(T,V,tt){ht=T,dt=V,_t=tt,e.width=Math.floor(T*tt),e.height=Math.floor(V*tt),this.setViewport(0,0,T,V)},this.setEffects=function(T){if(_===jn){ne("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(T){for(let V=0;V<T.length;V++)if(T[V].isOutputPass===!0){Jt("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}B.setEffects(T||[])},this.getCurrentViewport=function(T){return T.copy(rt)},this.getViewport=function(T){return T.copy(kt)},this.setViewport=function(T,V,tt,Y){T.isVector4?kt.set(T.x,T.y,T.z,T.w):kt.set(T,V,tt,Y),Et.viewport(rt.copy(kt).multiplyScalar(ln()).round())},this.getScissor=function(T){return T.copy(ie)},this.setScissor=function(T,V,tt,Y){T.isVector4?ie.set(T.x,T.y,T.z,T.w):ie.set(T,V,tt,Y),Et.scissor(K.copy(ie).multiplyScalar(ln()).round())},this.getScissorTest=function(){return ae},this.setScissorTest=function(T){Et.setScissorTest(ae=T)},this.setOpaqueSort=function(T){Ft=T},this.setTransparentSort=function(T){Qt=T},this.getClearColor=function(T){return T.copy(k.getClearColor())},this.setClearColor=function(){k.setClearColor(...arguments)},this.getClearAlpha=function(){return k.getClearAlpha()},this.setClearAlpha=function(){k.setClearAlpha(...arguments)},this.clear=function(T=!0,V=!0,tt=!0){let Y=0;if(T){let J=!1;if(ft!==null){let At=ft.texture.format;J=m.has(At)}if(J){let At=ft.texture.type,It=p.has(At),Ct=k.getClearColor(),Lt=k.getClearAlpha(),Gt=Ct.r,ee=Ct.g,de=Ct.b;It?(v[0]=Gt,v[1]=ee,v[2]=de,v[3]=Lt,z.clearBufferuiv(z.COLOR,0,v)):(A[0]=Gt,A[1]=ee,A[2]=de,A[3]=Lt,z.clearBufferiv(z.COLOR,0,A))}else Y|=z.COLOR_BUFFER_BIT}V&&(Y|=z.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),tt&&(Y|=z.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&z.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(T){T.setRenderer(this),F=T},this.dispose=function(){e.removeEventListener("webglcontextlost",zt,!1),e.removeEventListener("webglcontextrestored",jt,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),k.dispose(),Mt.dispose(),nt.dispose(),qt.dispose(),Ht.dispose(),L.dispose(),gt.dispose(),X.dispose(),wt.dispose(),Wt.dispose(),ct.dispose(),pt.dispose(),pt.removeEventListener("sessionstart",Na),pt.removeEventListener("sessionend",Bi),ns.stop()};function zt(T){T.preventDefault(),wu("WebGLRenderer: Context Lost."),I=!0}function jt(){wu("WebGLRenderer: Context Restored."),I=!1;let T=De.autoReset,V=vt.enabled,tt=vt.autoUpdate,Y=vt.needsUpdate,J=vt.type;Kt(),De.autoReset=T,vt.enabled=V,vt.autoUpdate=tt,vt.needsUpdate=Y,vt.type=J}function Rt(T){ne("WebGLRenderer: A WebGL context could not be created. Reason: ",T.statusMessage)}function le(T){let V=T.target;V.removeEventListener("dispose",le),ze(V)}function ze(T){Gn(T),Ht.remove(T)}function Gn(T){let V=Ht.get(T).programs;V!==void 0&&(V.forEach(function(tt){ct.releaseProgram(tt)}),T.isShaderMaterial&&ct.releaseShaderCache(T))}this.renderBufferDirect=function(T,V,tt,Y,J,At){V===null&&(V=mn);let It=J.isMesh&&J.matrixWorld.determinantAffine()<0,Ct=Ao(T,V,tt,Y,J);Et.setMaterial(Y,It);let Lt=tt.index,Gt=1;if(Y.wireframe===!0){if(Lt=X.getWireframeAttribute(tt),Lt===void 0)return;Gt=2}let ee=tt.drawRange,de=tt.attributes.position,Vt=ee.start*Gt,pe=(ee.start+ee.count)*Gt;At!==null&&(Vt=Math.max(Vt,At.start*Gt),pe=Math.min(pe,(At.start+At.count)*Gt)),Lt!==null?(Vt=Math.max(Vt,0),pe=Math.min(pe,Lt.count)):de!=null&&(Vt=Math.max(Vt,0),pe=Math.min(pe,de.count));let Je=pe-Vt;if(Je<0||Je===1/0)return;wt.setup(J,Y,Ct,tt,Lt);let Re,Pe=it;if(Lt!==null&&(Re=M.get(Lt),Pe=Tt,Pe.setIndex(Re)),J.isMesh)Y.wireframe===!0?(Et.setLineWidth(Y.wireframeLinewidth*ln()),Pe.setMode(z.LINES)):Pe.setMode(z.TRIANGLES);else if(J.isLine){let gn=Y.linewidth;gn===void 0&&(gn=1),Et.setLineWidth(gn*ln()),J.isLineSegments?Pe.setMode(z.LINES):J.isLineLoop?Pe.setMode(z.LINE_LOOP):Pe.setMode(z.LINE_STRIP)}else J.isPoints?Pe.setMode(z.POINTS):J.isSprite&&Pe.setMode(z.TRIANGLES);if(J.isBatchedMesh)if(Yt.get("WEBGL_multi_draw"))Pe.renderMultiDraw(J._multiDrawStarts,J._multiDrawCounts,J._multiDrawCount);else{let gn=J._multiDrawStarts,Ot=J._multiDrawCounts,cn=J._multiDrawCount,_e=Lt?M.get(Lt).bytesPerElement:1,ss=Ht.get(Y).currentProgram.getUniforms();for(let hn=0;hn<cn;hn++)ss.setValue(z,"_gl_DrawID",hn),Pe.render(gn[hn]/_e,Ot[hn])}else if(J.isInstancedMesh)Pe.renderInstances(Vt,Je,J.count);else if(tt.isInstancedBufferGeometry){let gn=tt._maxInstanceCount!==void 0?tt._maxInstanceCount:1/0,Ot=Math.min(tt.instanceCount,gn);Pe.renderInstances(Vt,Je,Ot)}else Pe.render(Vt,Je)};function wo(T,V,tt,Y){F!==null&&T.isNodeMaterial&&F.setObject(Y,T),ke===!0&&ot.setState(T,tt,!1),T.transparent===!0&&T.side===yi&&T.forceSinglePass===!1?(T.side=Jn,T.needsUpdate=!0,ki(T,V,Y),T.side=zs,T.needsUpdate=!0,ki(T,V,Y),T.side=yi):ki(T,V,Y)}this.compile=function(T,V,tt=null){tt===null&&(tt=T),F!==null&&F.renderStart(T,V,tt),w=nt.get(tt),w.init(V),b.push(w),tt.traverseVisible(function(J){J.isLight&&J.layers.test(V.layers)&&(w.pushLight(J),J.castShadow&&w.pushShadow(J))}),T!==tt&&T.traverseVisible(function(J){J.isLight&&J.layers.test(V.layers)&&(w.pushLight(J),J.castShadow&&w.pushShadow(J))}),w.setupLights(),F!==null&&F.updateLights(w.state.lightsArray),an=this.localClippingEnabled,ke=ot.init(this.clippingPlanes,an),ke===!0&&ot.setGlobalState(this.clippingPlanes,V),F!==null&&vt.render(w.state.shadowsArray,tt,V);let Y=new Set;return T.traverse(function(J){if(!(J.isMesh||J.isPoints||J.isLine||J.isSprite))return;let At=J.material;if(At)if(Array.isArray(At))for(let It=0;It<At.length;It++){let Ct=At[It];wo(Ct,tt,V,J),Y.add(Ct)}else wo(At,tt,V,J),Y.add(At)}),w=b.pop(),F!==null&&F.renderEnd(),Y},this.compileAsync=function(T,V,tt=null){let Y=this.compile(T,V,tt);return new Promise(J=>{function At(){if(Y.forEach(function(It){let Lt=Ht.get(It).currentProgram;(Lt===void 0||Lt.isReady())&&Y.delete(It)}),Y.size===0){J(T);return}setTimeout(At,10)}Yt.get("KHR_parallel_shader_compile")!==null?At():setTimeout(At,10)})};let gr=null;function hh(T){gr&&gr(T)}function Na(){ns.stop()}function Bi(){ns.start()}let ns=new Zp;ns.setAnimationLoop(hh),typeof self<"u"&&ns.setContext(self),this.setAnimationLoop=function(T){gr=T,pt.setAnimationLoop(T),T===null?ns.stop():ns.start()},pt.addEventListener("sessionstart",Na),pt.addEventListener("sessionend",Bi),this.render=function(T,V){if(V!==void 0&&V.isCamera!==!0){ne("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(I===!0)return;F!==null&&F.renderStart(T,V);let tt=pt.enabled===!0&&pt.isPresenting===!0,Y=B!==null&&(ft===null||tt)&&B.begin(P,ft);if(T.matrixWorldAutoUpdate===!0&&T.updateMatrixWorld(),V.parent===null&&V.matrixWorldAutoUpdate===!0&&V.updateMatrixWorld(),pt.enabled===!0&&pt.isPresenting===!0&&(B===null||B.isCompositing()===!1)&&(pt.cameraAutoUpdate===!0&&pt.updateCamera(V),V=pt.getCamera()),T.isScene===!0&&T.onBeforeRender(P,T,V,ft),w=nt.get(T,b.length),w.init(V),w.state.textureUnits=qt.getTextureUnits(),b.push(w),Le.multiplyMatrices(V.projectionMatrix,V.matrixWorldInverse),V.isArrayCamera?Be.setFromArrayCamera(V):te.setFromProjectionMatrix(Le,xi,V.reversedDepth),an=this.localClippingEnabled,ke=ot.init(this.clippingPlanes,an),R=Mt.get(T,x.length),R.init(),x.push(R),this.info.render.frame++,pt.enabled===!0&&pt.isPresenting===!0){let It=P.xr.getDepthSensingMesh();It!==null&&is(It,V,-1/0,P.sortObjects)}is(T,V,0,P.sortObjects),R.finish(),F!==null&&F.updateLights(w.state.lightsArray),P.sortObjects===!0&&R.sort(Ft,Qt),Ke=pt.enabled===!1||pt.isPresenting===!1||pt.hasDepthSensing()===!1,Ke&&k.addToRenderList(R,T),this.info.autoReset===!0&&this.info.reset(),ke===!0&&ot.beginShadows();let J=w.state.shadowsArray;if(vt.render(J,T,V),ke===!0&&ot.endShadows(),(Y&&B.hasRenderPass())===!1){let It=R.opaque,Ct=R.transmissive;if(w.setupLights(),V.isArrayCamera){let Lt=V.cameras;if(Ct.length>0)for(let Gt=0,ee=Lt.length;Gt<ee;Gt++){let de=Lt[Gt];bi(It,Ct,T,de)}Ke&&k.render(T);for(let Gt=0,ee=Lt.length;Gt<ee;Gt++){let de=Lt[Gt];Eo(R,T,de,de.viewport)}}else Ct.length>0&&bi(It,Ct,T,V),Ke&&k.render(T),Eo(R,T,V)}ft!==null&&H===0&&(qt.updateMultisampleRenderTarget(ft),qt.updateRenderTargetMipmap(ft)),Y&&B.end(P),T.isScene===!0&&T.onAfterRender(P,T,V),wt.resetDefaultState(),Z=-1,et=null,b.pop(),b.length>0?(w=b[b.length-1],qt.setTextureUnits(w.state.textureUnits),ke===!0&&ot.setGlobalState(P.clippingPlanes,w.state.camera)):w=null,x.pop(),x.length>0?R=x[x.length-1]:R=null,F!==null&&F.renderEnd()};function is(T,V,tt,Y){if(T.visible===!1)return;if(T.layers.test(V.layers)){if(T.isGroup)tt=T.renderOrder;else if(T.isLOD)T.autoUpdate===!0&&T.update(V);else if(T.isLight)w.pushLight(T),T.castShadow&&w.pushShadow(T);else if(T.isSprite){let It=V.isArrayCamera?Be:te;if(!T.frustumCulled||T.intersectsFrustum(It)){Y&&Me.setFromMatrixPosition(T.matrixWorld).applyMatrix4(Le);let Ct=gt.update(T),Lt=T.material;Lt.visible&&R.push(T,Ct,Lt,tt,Me.z,null,V)}}else if(T.isMesh||T.isLine||T.isPoints){let It=V.isArrayCamera?Be:te;if(!T.frustumCulled||T.intersectsFrustum(It)){let Ct=gt.update(T),Lt=T.material;if(Y&&(T.boundingSphere!==void 0?(T.boundingSphere===null&&T.computeBoundingSphere(),Me.copy(T.boundingSphere.center)):(Ct.boundingSphere===null&&Ct.computeBoundingSphere(),Me.copy(Ct.boundingSphere.center)),Me.applyMatrix4(T.matrixWorld).applyMatrix4(Le)),Array.isArray(Lt)){let Gt=Ct.groups;for(let ee=0,de=Gt.length;ee<de;ee++){let Vt=Gt[ee],pe=Lt[Vt.materialIndex];pe&&pe.visible&&R.push(T,Ct,pe,tt,Me.z,Vt,V)}}else Lt.visible&&R.push(T,Ct,Lt,tt,Me.z,null,V)}}}let At=T.children;for(let It=0,Ct=At.length;It<Ct;It++)is(At[It],V,tt,Y)}function Eo(T,V,tt,Y){let{opaque:J,transmissive:At,transparent:It}=T;w.setupLightsView(tt),ke===!0&&ot.setGlobalState(P.clippingPlanes,tt),Y&&Et.viewport(rt.copy(Y)),J.length>0&&je(J,V,tt),At.length>0&&je(At,V,tt),It.length>0&&je(It,V,tt),Et.buffers.depth.setTest(!0),Et.buffers.depth.setMask(!0),Et.buffers.color.setMask(!0),Et.setPolygonOffset(!1)}function bi(T,V,tt,Y){if((tt.isScene===!0?tt.overrideMaterial:null)!==null)return;if(w.state.transmissionRenderTarget[Y.id]===void 0){let Vt=Yt.has("EXT_color_buffer_half_float")||Yt.has("EXT_color_buffer_float");w.state.transmissionRenderTarget[Y.id]=new li(1,1,{generateMipmaps:!0,type:Vt?Ni:jn,minFilter:_s,samples:Math.max(4,oe.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:xe.workingColorSpace})}let At=w.state.transmissionRenderTarget[Y.id],It=Y.viewport||rt;At.setSize(It.z*P.transmissionResolutionScale,It.w*P.transmissionResolutionScale);let Ct=P.getRenderTarget(),Lt=P.getActiveCubeFace(),Gt=P.getActiveMipmapLevel();P.setRenderTarget(At),P.getClearColor(q),at=P.getClearAlpha(),at<1&&P.setClearColor(16777215,.5),P.clear(),Ke&&k.render(tt);let ee=P.toneMapping;P.toneMapping=Zi;let de=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),w.setupLightsView(Y),ke===!0&&ot.setGlobalState(P.clippingPlanes,Y),je(T,tt,Y),qt.updateMultisampleRenderTarget(At),qt.updateRenderTargetMipmap(At),Yt.has("WEBGL_multisampled_render_to_texture")===!1){let Vt=!1;for(let pe=0,Je=V.length;pe<Je;pe++){let Re=V[pe],{object:Pe,geometry:gn,material:Ot,group:cn}=Re;if(Ot.side===yi&&Pe.layers.test(Y.layers)){let _e=Ot.side;Ot.side=Jn,Ot.needsUpdate=!0,rn(Pe,tt,Y,gn,Ot,cn),Ot.side=_e,Ot.needsUpdate=!0,Vt=!0}}Vt===!0&&(qt.updateMultisampleRenderTarget(At),qt.updateRenderTargetMipmap(At))}P.setRenderTarget(Ct,Lt,Gt),P.setClearColor(q,at),de!==void 0&&(Y.viewport=de),P.toneMapping=ee}function je(T,V,tt){let Y=V.isScene===!0?V.overrideMaterial:null;for(let J=0,At=T.length;J<At;J++){let It=T[J],{object:Ct,geometry:Lt,group:Gt}=It,ee=It.material;ee.allowOverride===!0&&Y!==null&&(ee=Y),Ct.layers.test(tt.layers)&&rn(Ct,V,tt,Lt,ee,Gt)}}function rn(T,V,tt,Y,J,At){F!==null&&J.isNodeMaterial&&F.setObject(T,J),T.onBeforeRender(P,V,tt,Y,J,At),T.modelViewMatrix.multiplyMatrices(tt.matrixWorldInverse,T.matrixWorld),T.normalMatrix.getNormalMatrix(T.modelViewMatrix),J.onBeforeRender(P,V,tt,Y,T,At),J.transparent===!0&&J.side===yi&&J.forceSinglePass===!1?(J.side=Jn,J.needsUpdate=!0,P.renderBufferDirect(tt,V,Y,J,T,At),J.side=zs,J.needsUpdate=!0,P.renderBufferDirect(tt,V,Y,J,T,At),J.side=yi):P.renderBufferDirect(tt,V,Y,J,T,At),T.onAfterRender(P,V,tt,Y,J,At)}function on(T){let V=0;for(let tt of T)tt.texture!==null&&V++;return V}function ki(T,V,tt){V.isScene!==!0&&(V=mn);let Y=Ht.get(T),J=w.state.lights,At=w.state.shadowsArray,It=J.state.version,Ct=ct.getParameters(T,J.state,At,V,tt,w.state.lightProbeGridArray),Lt=ct.getProgramCacheKey(Ct),Gt=Y.programs;Y.environment=T.isMeshStandardMaterial||T.isMeshLambertMaterial||T.isMeshPhongMaterial?V.environment:null,Y.fog=V.fog;let ee=T.isMeshStandardMaterial||T.isMeshLambertMaterial&&!T.envMap||T.isMeshPhongMaterial&&!T.envMap;Y.envMap=L.get(T.envMap||Y.environment,ee),Y.envMapRotation=Y.environment!==null&&T.envMap===null?V.environmentRotation:T.envMapRotation,Gt===void 0&&(T.addEventListener("dispose",le),Gt=new Map,Y.programs=Gt,Y.programVariants=new Map);let de=Gt.get(Lt);if(de!==void 0){if(Y.currentProgram===de&&Y.lightsStateVersion===It)return To(T,Ct),de}else Ct.uniforms=ct.getUniforms(T),F!==null&&T.isNodeMaterial&&F.build(T,tt,Ct),T.onBeforeCompile(Ct,P),de=ct.acquireProgram(Ct,Lt),Gt.set(Lt,de),Y.uniforms=Ct.uniforms;let Vt=Y.uniforms;return(!T.isShaderMaterial&&!T.isRawShaderMaterial||T.clipping===!0)&&(Vt.clippingPlanes=ot.uniform),To(T,Ct),Y.needsLights=bs(T),Y.lightsStateVersion=It,Y.needsLights&&(Vt.ambientLightColor.value=J.state.ambient,Vt.lightProbe.value=J.state.probe,Vt.sunLights.value=J.state.sun,Vt.sunLightShadows.value=J.state.sunShadow,Vt.directionalLights.value=J.state.directional,Vt.directionalLightShadows.value=J.state.directionalShadow,Vt.spotLights.value=J.state.spot,Vt.spotLightShadows.value=J.state.spotShadow,Vt.rectAreaLights.value=J.state.rectArea,Vt.ltc_1.value=J.state.rectAreaLTC1,Vt.ltc_2.value=J.state.rectAreaLTC2,Vt.pointLights.value=J.state.point,Vt.pointLightShadows.value=J.state.pointShadow,Vt.hemisphereLights.value=J.state.hemi,Vt.sunShadowMatrix.value=J.state.sunShadowMatrix,Vt.sunShadowCascade.value=J.state.sunShadowCascade,Vt.directionalShadowMatrix.value=J.state.directionalShadowMatrix,Vt.spotLightMatrix.value=J.state.spotLightMatrix,Vt.spotLightMap.value=J.state.spotLightMap,Vt.pointShadowMatrix.value=J.state.pointShadowMatrix),Y.numLightProbeGrids=on(w.state.lightProbeGridArray),Y.currentProgram=de,Y.uniformsList=null,de}function ti(T,V,tt,Y,J){let At=Ht.get(T),It=At.currentProgram.id+","+Y+","+J,Ct=At.programVariants.get(It);return Ct===void 0?(Ct=ki(T,V,tt),At.programVariants.set(It,Ct)):(At.currentProgram=Ct,At.uniformsList=null,At.outputColorSpace=Y,At.toneMapping=J),Ct}function Ms(T){if(T.uniformsList===null){let V=T.currentProgram.getUniforms();T.uniformsList=oo.seqWithValue(V.seq,T.uniforms)}return T.uniformsList}function To(T,V){let tt=Ht.get(T);tt.outputColorSpace=V.outputColorSpace,tt.batching=V.batching,tt.batchingColor=V.batchingColor,tt.instancing=V.instancing,tt.instancingColor=V.instancingColor,tt.instancingMorph=V.instancingMorph,tt.skinning=V.skinning,tt.morphTargets=V.morphTargets,tt.morphNormals=V.morphNormals,tt.morphColors=V.morphColors,tt.morphTargetsCount=V.morphTargetsCount,tt.numClippingPlanes=V.numClippingPlanes,tt.numIntersection=V.numClipIntersection,tt.vertexAlphas=V.vertexAlphas,tt.vertexTangents=V.vertexTangents,tt.toneMapping=V.toneMapping}function Ao(T,V,tt,Y,J){V.isScene!==!0&&(V=mn),qt.resetTextureUnits();let At=V.fog,It=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?V.environment:null,Ct=ft===null?P.outputColorSpace:ft.isXRRenderTarget===!0?ft.texture.colorSpace:xe.workingColorSpace,Lt=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,Gt=L.get(Y.envMap||It,Lt),ee=Y.vertexColors===!0&&!!tt.attributes.color&&tt.attributes.color.itemSize===4,de=!!tt.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),Vt=!!tt.morphAttributes.position,pe=!!tt.morphAttributes.normal,Je=!!tt.morphAttributes.color,Re=Zi;Y.toneMapped&&(ft===null||ft.isXRRenderTarget===!0)&&(Re=P.toneMapping);let Pe=tt.morphAttributes.position||tt.morphAttributes.normal||tt.morphAttributes.color,gn=Pe!==void 0?Pe.length:0,Ot=Ht.get(Y),cn=w.state.lights;if(ke===!0&&(an===!0||T!==et)){let Ie=T===et&&Y.id===Z;ot.setState(Y,T,Ie)}let _e=!1,ss=!1;Y.version===Ot.__version?Ot.needsLights&&Ot.lightsStateVersion!==cn.state.version||J.isBatchedMesh&&Ot.batching===!1||!J.isBatchedMesh&&Ot.batching===!0||J.isBatchedMesh&&Ot.batchingColor===!0&&J._colorsTexture===null||J.isBatchedMesh&&Ot.batchingColor===!1&&J._colorsTexture!==null||J.isInstancedMesh&&Ot.instancing===!1||!J.isInstancedMesh&&Ot.instancing===!0||J.isSkinnedMesh&&Ot.skinning===!1||!J.isSkinnedMesh&&Ot.skinning===!0||J.isInstancedMesh&&Ot.instancingColor===!0&&J.instanceColor===null||J.isInstancedMesh&&Ot.instancingColor===!1&&J.instanceColor!==null||J.isInstancedMesh&&Ot.instancingMorph===!0&&J.morphTexture===null||J.isInstancedMesh&&Ot.instancingMorph===!1&&J.morphTexture!==null||Ot.envMap!==Gt||Y.fog===!0&&Ot.fog!==At||Ot.numClippingPlanes!==void 0&&(Ot.numClippingPlanes!==ot.numPlanes||Ot.numIntersection!==ot.numIntersection)||Ot.vertexAlphas!==ee||Ot.vertexTangents!==de||Ot.morphTargets!==Vt||Ot.morphNormals!==pe||Ot.morphColors!==Je||Ot.morphTargetsCount!==gn||Ot.numLightProbeGrids!==on(w.state.lightProbeGridArray)?_e=!0:(Ot.outputColorSpace!==Ct||Ot.toneMapping!==Re)&&(ss=!0):(_e=!0,Ot.__version=Y.version);let hn=Ot.currentProgram;(_e===!0||ss===!0)&&(hn=ss===!0?ti(Y,V,J,Ct,Re):ki(Y,V,J),F&&Y.isNodeMaterial&&F.onUpdateProgram(Y,hn,Ot));let vr=!1,zi=!1,rs=!1,he=hn.getUniforms(),Qe=Ot.uniforms;if(Et.useProgram(hn.program)&&(vr=!0,zi=!0,rs=!0),Y.id!==Z&&(Z=Y.id,zi=!0),vr||et!==T){Et.buffers.depth.getReversed()&&T.reversedDepth!==!0&&(T._reversedDepth=!0,T.updateProjectionMatrix()),he.setValue(z,"projectionMatrix",T.projectionMatrix),he.setValue(z,"viewMatrix",T.matrixWorldInverse);let un=he.map.cameraPosition;un!==void 0&&un.setValue(z,Sn.setFromMatrixPosition(T.matrixWorld)),oe.logarithmicDepthBuffer&&he.setValue(z,"logDepthBufFC",2/(Math.log(T.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&he.setValue(z,"isOrthographic",T.isOrthographicCamera===!0),et!==T&&(et=T,zi=!0,rs=!0)}if(Ot.needsLights&&(cn.state.sunShadowMap.length>0&&he.setValue(z,"sunShadowMap",cn.state.sunShadowMap,qt),cn.state.directionalShadowMap.length>0&&he.setValue(z,"directionalShadowMap",cn.state.directionalShadowMap,qt),cn.state.spotShadowMap.length>0&&he.setValue(z,"spotShadowMap",cn.state.spotShadowMap,qt),cn.state.pointShadowMap.length>0&&he.setValue(z,"pointShadowMap",cn.state.pointShadowMap,qt)),J.isSkinnedMesh){he.setOptional(z,J,"bindMatrix"),he.setOptional(z,J,"bindMatrixInverse");let Ie=J.skeleton;Ie&&(Ie.boneTexture===null&&Ie.computeBoneTexture(),he.setValue(z,"boneTexture",Ie.boneTexture,qt))}J.isBatchedMesh&&(he.setOptional(z,J,"batchingTexture"),he.setValue(z,"batchingTexture",J._matricesTexture,qt),he.setOptional(z,J,"batchingIdTexture"),he.setValue(z,"batchingIdTexture",J._indirectTexture,qt),he.setOptional(z,J,"batchingColorTexture"),J._colorsTexture!==null&&he.setValue(z,"batchingColorTexture",J._colorsTexture,qt));let Hn=tt.morphAttributes;if((Hn.position!==void 0||Hn.normal!==void 0||Hn.color!==void 0)&&lt.update(J,tt,hn),(zi||Ot.receiveShadow!==J.receiveShadow)&&(Ot.receiveShadow=J.receiveShadow,he.setValue(z,"receiveShadow",J.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&V.environment!==null&&(Qe.envMapIntensity.value=V.environmentIntensity),Qe.dfgLUT!==void 0&&(Qe.dfgLUT.value=CM()),zi){if(he.setValue(z,"toneMappingExposure",P.toneMappingExposure),Ot.needsLights&&_r(Qe,rs),At&&Y.fog===!0&&St.refreshFogUniforms(Qe,At),St.refreshMaterialUniforms(Qe,Y,_t,dt,w.state.transmissionRenderTarget[T.id]),Ot.needsLights&&Ot.numLightProbeGrids>0){let Ie=S,un=0;for(let Nn of w.state.lightProbeGridArray)Nn.texture!==null&&(Ie.textures[un]=Nn.texture,Ie.min[un]=Nn.boundingBox.min,Ie.max[un]=Nn.boundingBox.max,Ie.resolution[un]=Nn.resolution,un++);for(let Nn in Ie)Ie[Nn].length=un;Qe.probesSH.value=Ie.textures,Qe.probesMin.value=Ie.min,Qe.probesMax.value=Ie.max,Qe.probesResolution.value=Ie.resolution}oo.upload(z,Ms(Ot),Qe,qt)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(oo.upload(z,Ms(Ot),Qe,qt),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&he.setValue(z,"center",J.center),he.setValue(z,"modelViewMatrix",J.modelViewMatrix),he.setValue(z,"normalMatrix",J.normalMatrix),he.setValue(z,"modelMatrix",J.matrixWorld),Y.uniformsGroups!==void 0){let Ie=Y.uniformsGroups;for(let un=0,Nn=Ie.length;un<Nn;un++){let Da=Ie[un];Wt.update(Da,hn),Wt.bind(Da,hn)}}return hn}function _r(T,V){T.ambientLightColor.needsUpdate=V,T.lightProbe.needsUpdate=V,T.sunLights.needsUpdate=V,T.sunLightShadows.needsUpdate=V,T.directionalLights.needsUpdate=V,T.directionalLightShadows.needsUpdate=V,T.pointLights.needsUpdate=V,T.pointLightShadows.needsUpdate=V,T.spotLights.needsUpdate=V,T.spotLightShadows.needsUpdate=V,T.rectAreaLights.needsUpdate=V,T.hemisphereLights.needsUpdate=V}function bs(T){return T.isMeshLambertMaterial||T.isMeshToonMaterial||T.isMeshPhongMaterial||T.isMeshStandardMaterial||T.isShadowMaterial||T.isShaderMaterial&&T.lights===!0}this.getActiveCubeFace=function(){return $},this.getActiveMipmapLevel=function(){return H},this.getRenderTarget=function(){return ft},this.setRenderTargetTextures=function(T,V,tt){let Y=Ht.get(T);Y.__autoAllocateDepthBuffer=T.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),Ht.get(T.texture).__webglTexture=V,Ht.get(T.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:tt,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(T,V){let tt=Ht.get(T);tt.__webglFramebuffer=V,tt.__useDefaultFramebuffer=V===void 0},this.setRenderTarget=function(T,V=0,tt=0){ft=T,$=V,H=tt;let Y=null,J=!1,At=!1;if(T){let Ct=Ht.get(T);if(Ct.__useDefaultFramebuffer!==void 0){Et.bindFramebuffer(z.FRAMEBUFFER,Ct.__webglFramebuffer),rt.copy(T.viewport),K.copy(T.scissor),st=T.scissorTest,Et.viewport(rt),Et.scissor(K),Et.setScissorTest(st),Z=-1;return}else if(Ct.__webglFramebuffer===void 0)qt.setupRenderTarget(T);else if(Ct.__hasExternalTextures)qt.rebindTextures(T,Ht.get(T.texture).__webglTexture,Ht.get(T.depthTexture).__webglTexture);else if(T.depthBuffer){let ee=T.depthTexture;if(Ct.__boundDepthTexture!==ee){if(ee!==null&&Ht.has(ee)&&(T.width!==ee.image.width||T.height!==ee.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");qt.setupDepthRenderbuffer(T)}}let Lt=T.texture;(Lt.isData3DTexture||Lt.isDataArrayTexture||Lt.isCompressedArrayTexture)&&(At=!0);let Gt=Ht.get(T).__webglFramebuffer;T.isWebGLCubeRenderTarget?(Array.isArray(Gt[V])?Y=Gt[V][tt]:Y=Gt[V],J=!0):T.samples>0&&qt.useMultisampledRTT(T)===!1?Y=Ht.get(T).__webglMultisampledFramebuffer:Array.isArray(Gt)?Y=Gt[tt]:Y=Gt,rt.copy(T.viewport),K.copy(T.scissor),st=T.scissorTest}else rt.copy(kt).multiplyScalar(_t).floor(),K.copy(ie).multiplyScalar(_t).floor(),st=ae;if(tt!==0&&(Y=O),Et.bindFramebuffer(z.FRAMEBUFFER,Y)&&Et.drawBuffers(T,Y),Et.viewport(rt),Et.scissor(K),Et.setScissorTest(st),J){let Ct=Ht.get(T.texture);z.framebufferTexture2D(z.FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_CUBE_MAP_POSITIVE_X+V,Ct.__webglTexture,tt)}else if(At){let Ct=V;for(let Lt=0;Lt<T.textures.length;Lt++){let Gt=Ht.get(T.textures[Lt]);z.framebufferTextureLayer(z.FRAMEBUFFER,z.COLOR_ATTACHMENT0+Lt,Gt.__webglTexture,tt,Ct)}}else if(T!==null&&tt!==0){let Ct=Ht.get(T.texture);z.framebufferTexture2D(z.FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_2D,Ct.__webglTexture,tt)}Z=-1};function xr(T){let V=Ht.get(T);return(V.__readFormat!==T.format||V.__readType!==T.type)&&(V.__readFormat=T.format,V.__readType=T.type,V.__formatReadable=oe.textureFormatReadable(T.format),V.__typeReadable=oe.textureTypeReadable(T.type)),V}this.readRenderTargetPixels=function(T,V,tt,Y,J,At,It,Ct=0){if(!(T&&T.isWebGLRenderTarget)){ne("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Lt=Ht.get(T).__webglFramebuffer;if(T.isWebGLCubeRenderTarget&&It!==void 0&&(Lt=Lt[It],Array.isArray(Lt)&&(Lt=Lt[0])),Lt){Et.bindFramebuffer(z.FRAMEBUFFER,Lt);try{let Gt=T.textures[Ct],ee=Gt.format,de=Gt.type;T.textures.length>1&&z.readBuffer(z.COLOR_ATTACHMENT0+Ct);let Vt=xr(Gt);if(Vt.__formatReadable===!1){ne("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Vt.__typeReadable===!1){ne("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}V>=0&&V<=T.width-Y&&tt>=0&&tt<=T.height-J&&z.readPixels(V,tt,Y,J,yt.convert(ee),yt.convert(de),At)}finally{let Gt=ft!==null?Ht.get(ft).__webglFramebuffer:null;Et.bindFramebuffer(z.FRAMEBUFFER,Gt)}}},this.readRenderTargetPixelsAsync=async function(T,V,tt,Y,J,At,It,Ct=0){if(!(T&&T.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Lt=Ht.get(T).__webglFramebuffer;if(T.isWebGLCubeRenderTarget&&It!==void 0&&(Lt=Lt[It],Array.isArray(Lt)&&(Lt=Lt[0])),Lt)if(V>=0&&V<=T.width-Y&&tt>=0&&tt<=T.height-J){Et.bindFramebuffer(z.FRAMEBUFFER,Lt);let Gt=T.textures[Ct],ee=Gt.format,de=Gt.type;T.textures.length>1&&z.readBuffer(z.COLOR_ATTACHMENT0+Ct);let Vt=xr(Gt);if(Vt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Vt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pe=z.createBuffer();z.bindBuffer(z.PIXEL_PACK_BUFFER,pe),z.bufferData(z.PIXEL_PACK_BUFFER,At.byteLength,z.STREAM_READ),z.readPixels(V,tt,Y,J,yt.convert(ee),yt.convert(de),0),z.bindBuffer(z.PIXEL_PACK_BUFFER,null);let Je=ft!==null?Ht.get(ft).__webglFramebuffer:null;Et.bindFramebuffer(z.FRAMEBUFFER,Je);let Re=z.fenceSync(z.SYNC_GPU_COMMANDS_COMPLETE,0);return z.flush(),await Mp(z,Re,4),z.bindBuffer(z.PIXEL_PACK_BUFFER,pe),z.getBufferSubData(z.PIXEL_PACK_BUFFER,0,At),z.bindBuffer(z.PIXEL_PACK_BUFFER,null),z.deleteBuffer(pe),z.deleteSync(Re),At}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(T,V=null,tt=0){let Y=Math.pow(2,-tt),J=Math.floor(T.image.width*Y),At=Math.floor(T.image.height*Y),It=V!==null?V.x:0,Ct=V!==null?V.y:0;qt.setTexture2D(T,0),z.copyTexSubImage2D(z.TEXTURE_2D,tt,0,0,It,Ct,J,At),Et.unbindTexture()},this.copyTextureToTexture=function(T,V,tt=null,Y=null,J=0,At=0){let It,Ct,Lt,Gt,ee,de,Vt,pe,Je,Re=T.isCompressedTexture?T.mipmaps[At]:T.image;if(tt!==null)It=tt.max.x-tt.min.x,Ct=tt.max.y-tt.min.y,Lt=tt.isBox3?tt.max.z-tt.min.z:1,Gt=tt.min.x,ee=tt.min.y,de=tt.isBox3?tt.min.z:0;else{let he=Math.pow(2,-J);It=Math.floor(Re.width*he),Ct=Math.floor(Re.height*he),T.isDataArrayTexture?Lt=Re.depth:T.isData3DTexture?Lt=Math.floor(Re.depth*he):Lt=1,Gt=0,ee=0,de=0}Y!==null?(Vt=Y.x,pe=Y.y,Je=Y.z):(Vt=0,pe=0,Je=0);let Pe=yt.convert(V.format),gn=yt.convert(V.type),Ot;V.isData3DTexture?(qt.setTexture3D(V,0),Ot=z.TEXTURE_3D):V.isDataArrayTexture||V.isCompressedArrayTexture?(qt.setTexture2DArray(V,0),Ot=z.TEXTURE_2D_ARRAY):(qt.setTexture2D(V,0),Ot=z.TEXTURE_2D),Et.activeTexture(z.TEXTURE0),Et.pixelStorei(z.UNPACK_FLIP_Y_WEBGL,V.flipY),Et.pixelStorei(z.UNPACK_PREMULTIPLY_ALPHA_WEBGL,V.premultiplyAlpha),Et.pixelStorei(z.UNPACK_ALIGNMENT,V.unpackAlignment);let cn=Et.getParameter(z.UNPACK_ROW_LENGTH),_e=Et.getParameter(z.UNPACK_IMAGE_HEIGHT),ss=Et.getParameter(z.UNPACK_SKIP_PIXELS),hn=Et.getParameter(z.UNPACK_SKIP_ROWS),vr=Et.getParameter(z.UNPACK_SKIP_IMAGES);Et.pixelStorei(z.UNPACK_ROW_LENGTH,Re.width),Et.pixelStorei(z.UNPACK_IMAGE_HEIGHT,Re.height),Et.pixelStorei(z.UNPACK_SKIP_PIXELS,Gt),Et.pixelStorei(z.UNPACK_SKIP_ROWS,ee),Et.pixelStorei(z.UNPACK_SKIP_IMAGES,de);let zi=T.isDataArrayTexture||T.isData3DTexture,rs=V.isDataArrayTexture||V.isData3DTexture;if(T.isDepthTexture){let he=Ht.get(T),Qe=Ht.get(V),Hn=Ht.get(he.__renderTarget),Ie=Ht.get(Qe.__renderTarget);Et.bindFramebuffer(z.READ_FRAMEBUFFER,Hn.__webglFramebuffer),Et.bindFramebuffer(z.DRAW_FRAMEBUFFER,Ie.__webglFramebuffer);for(let un=0;un<Lt;un++)zi&&(z.framebufferTextureLayer(z.READ_FRAMEBUFFER,z.COLOR_ATTACHMENT0,Ht.get(T).__webglTexture,J,de+un),z.framebufferTextureLayer(z.DRAW_FRAMEBUFFER,z.COLOR_ATTACHMENT0,Ht.get(V).__webglTexture,At,Je+un)),z.blitFramebuffer(Gt,ee,Gt+It,ee+Ct,Vt,pe,Vt+It,pe+Ct,z.DEPTH_BUFFER_BIT,z.NEAREST);Et.bindFramebuffer(z.READ_FRAMEBUFFER,null),Et.bindFramebuffer(z.DRAW_FRAMEBUFFER,null)}else if(J!==0||T.isRenderTargetTexture||Ht.has(T)){let he=Ht.get(T),Qe=Ht.get(V);Et.bindFramebuffer(z.READ_FRAMEBUFFER,D),Et.bindFramebuffer(z.DRAW_FRAMEBUFFER,G);for(let Hn=0;Hn<Lt;Hn++)zi?z.framebufferTextureLayer(z.READ_FRAMEBUFFER,z.COLOR_ATTACHMENT0,he.__webglTexture,J,de+Hn):z.framebufferTexture2D(z.READ_FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_2D,he.__webglTexture,J),rs?z.framebufferTextureLayer(z.DRAW_FRAMEBUFFER,z.COLOR_ATTACHMENT0,Qe.__webglTexture,At,Je+Hn):z.framebufferTexture2D(z.DRAW_FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_2D,Qe.__webglTexture,At),J!==0?z.blitFramebuffer(Gt,ee,Gt+It,ee+Ct,Vt,pe,Vt+It,pe+Ct,z.COLOR_BUFFER_BIT,z.NEAREST):rs?z.copyTexSubImage3D(Ot,At,Vt,pe,Je+Hn,Gt,ee,It,Ct):z.copyTexSubImage2D(Ot,At,Vt,pe,Gt,ee,It,Ct);Et.bindFramebuffer(z.READ_FRAMEBUFFER,null),Et.bindFramebuffer(z.DRAW_FRAMEBUFFER,null)}else rs?T.isDataTexture||T.isData3DTexture?z.texSubImage3D(Ot,At,Vt,pe,Je,It,Ct,Lt,Pe,gn,Re.data):V.isCompressedArrayTexture?z.compressedTexSubImage3D(Ot,At,Vt,pe,Je,It,Ct,Lt,Pe,Re.data):z.texSubImage3D(Ot,At,Vt,pe,Je,It,Ct,Lt,Pe,gn,Re):T.isDataTexture?z.texSubImage2D(z.TEXTURE_2D,At,Vt,pe,It,Ct,Pe,gn,Re.data):T.isCompressedTexture?z.compressedTexSubImage2D(z.TEXTURE_2D,At,Vt,pe,Re.width,Re.height,Pe,Re.data):z.texSubImage2D(z.TEXTURE_2D,At,Vt,pe,It,Ct,Pe,gn,Re);Et.pixelStorei(z.UNPACK_ROW_LENGTH,cn),Et.pixelStorei(z.UNPACK_IMAGE_HEIGHT,_e),Et.pixelStorei(z.UNPACK_SKIP_PIXELS,ss),Et.pixelStorei(z.UNPACK_SKIP_ROWS,hn),Et.pixelStorei(z.UNPACK_SKIP_IMAGES,vr),At===0&&V.generateMipmaps===!0&&V.mipmapsAutoUpdate===!0&&z.generateMipmap(Ot),Et.unbindTexture()},this.initRenderTarget=function(T){Ht.get(T).__webglFramebuffer===void 0&&qt.setupRenderTarget(T)},this.initTexture=function(T){T.isCubeTexture?qt.setTextureCube(T,0):T.isData3DTexture?qt.setTexture3D(T,0):T.isDataArrayTexture||T.isCompressedArrayTexture?qt.setTexture2DArray(T,0):qt.setTexture2D(T,0),Et.unbindTexture()},this.resetState=function(){$=0,H=0,ft=null,Et.reset(),wt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return xi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=xe._getDrawingBufferColorSpace(t),e.unpackColorSpace=xe._getUnpackColorSpace()}};var RM=new j(0,1,0),am=32,Bc=Math.tan(am/360*Math.PI);function lm(){let n=document.createElement("canvas").getContext("webgl2");return n?.getExtension("WEBGL_lose_context")?.loseContext(),!!n}var Oc=class{constructor(t){this.canvas=t,this.renderer=new Dc({canvas:t,antialias:!0,alpha:!0,preserveDrawingBuffer:!0}),this.camera=new $n(am,1,.01,30),this.camera.up.set(0,0,1),Object.assign(this,{azimuth:-.7,elevation:.35,distance:1.75,target:[0,0,0]})}set(t){this.robot=t,this.scene=new Yo,this.scene.add(new la("#ffffff",1.6));for(let[l,c,u,h]of[[1,-1,2,2],[-2,1,1,.8]]){let f=new aa("#ffffff",h);f.position.set(l,c,u),this.scene.add(f)}let e=new ca(2,16,Dn("--line"),Dn("--line"));e.rotation.x=Math.PI/2,e.position.z=t.floor,this.scene.add(e);let i=l=>new to({color:Ba(l),roughness:.55,metalness:.1}),s=new jr(1,1,1,14),r=new Qr(1,16,12),o=new Set((t.meshes||[]).map(l=>l.body));this.rods=t.lines.map(([l,c,u])=>{let h=new In(s,i(u));return h.visible=!o.has(u),h.thick=u?.008:.003,this.scene.add(h),[l,c,h]});let a=new to({color:Dn("--soft"),roughness:.4});this.balls=t.joints.map(l=>{let c=new In(r,a);return c.scale.setScalar(o.size?.001:.0125),this.scene.add(c),[l,c]}),this.marks(t),this.bodies=new Map;for(let{body:l,points:c,triangles:u}of t.meshes||[]){let h=new Bn,f=new Float32Array(u.length*3);if(u.forEach((g,_)=>f.set(c.slice(3*g,3*g+3),3*_)),h.setAttribute("position",new ai(f,3)),h.computeVertexNormals(),!this.bodies.has(l)){let g=new $i;g.matrixAutoUpdate=!1,this.bodies.set(l,g),this.scene.add(g)}let d=i(l);d.side=yi,this.bodies.get(l).add(new In(h,d))}}marks(t){let e=o=>new Jr({color:Dn(o)}),i=new jr(1,1,1,8),s=new na(.02,.003,8,28),r=new Qr(.014,16,12);this.turning=[];for(let[o,a]of t.axes||[]){let l=new In(i,e("--accent"));l.thick=.002,this.scene.add(l),this.rods.push([o,a,l])}for(let o of t.closed||[]){let a=new In(s,e("--bad"));this.scene.add(a),this.turning.push(a),this.balls.push([o,a])}if(typeof t.tool=="number"){let o=new In(r,e("--good"));this.scene.add(o),this.balls.push([t.tool,o])}this.region(t.region||[])}region(t){this.walls&&this.scene.remove(this.walls),this.walls=new $i;for(let e of t){let i=new Bn;i.setAttribute("position",new ai(new Float32Array(e),3)),this.walls.add(new Zr(i,new er({color:Dn("--good")})))}this.scene.add(this.walls)}show(t,e){let i=s=>new j(t[3*s],t[3*s+1],t[3*s+2]);for(let[s,r,o]of this.rods){let a=i(s),l=i(r).sub(a),c=l.length();o.position.copy(a).addScaledVector(l,.5),o.scale.set(o.thick,Math.max(c,1e-6),o.thick),c>1e-9&&o.quaternion.copy(new vi().setFromUnitVectors(RM,l.divideScalar(c)))}for(let[s,r]of this.balls)r.position.copy(i(s));for(let[s,r]of this.bodies){let o=e?.[s];o&&r.matrix.copy(new Ue().set(...o,0,0,0,1)),r.matrixWorldNeedsUpdate=!0}this.draw()}draw(){let t=this.canvas.clientWidth||300,e=this.canvas.clientHeight||200;this.renderer.setPixelRatio(Math.min(2,devicePixelRatio||1)),this.renderer.setSize(t,e,!1),this.camera.aspect=t/e;let i=this.distance,s=Math.cos(this.elevation),[r,o,a]=this.target;this.camera.position.set(r-i*s*Math.sin(this.azimuth),o-i*s*Math.cos(this.azimuth),a+i*Math.sin(this.elevation)),this.camera.lookAt(r,o,a),this.camera.updateProjectionMatrix();for(let l of this.turning||[])l.quaternion.copy(this.camera.quaternion);this.renderer.render(this.scene,this.camera)}end(){this.renderer.dispose(),this.renderer.forceContextLoss()}project(t,e,i){let s=new j(t,e,i).project(this.camera);return[(.5+s.x/2)*this.canvas.clientWidth,(.5-s.y/2)*this.canvas.clientHeight]}};var kc=class{constructor(t){Object.assign(this,{canvas:t,pen:t.getContext("2d"),azimuth:-.7,elevation:.35,distance:2.1,target:[0,0,0]})}set(t){this.robot=t}show(t){this.points=t,this.draw()}region(t){this.robot={...this.robot,region:t}}project(t,e,i){let{width:s,height:r}=this.size,o=r/(2*Bc*this.distance),[a,l,c]=[t-this.target[0],e-this.target[1],i-this.target[2]],[u,h,f,d]=[Math.cos(this.azimuth),Math.sin(this.azimuth),Math.cos(this.elevation),Math.sin(this.elevation)],g=u*a-h*l,_=h*a+u*l;return[s/2+o*g,r/2-o*(f*c+d*_),f*_-d*c]}draw(){let{canvas:t,pen:e,robot:i,points:s}=this,r=devicePixelRatio||1,o=this.size={width:t.clientWidth||300,height:t.clientHeight||200};t.width=Math.round(o.width*r),t.height=Math.round(o.height*r),e.setTransform(r,0,0,r,0,0),e.lineCap="round";let a=(u,h,f,d)=>{e.strokeStyle=f,e.lineWidth=d,e.beginPath(),e.moveTo(u[0],u[1]),e.lineTo(h[0],h[1]),e.stroke()};for(let u=-4;u<=4;u++)a(this.project(u/8,-.5,i.floor),this.project(u/8,.5,i.floor),Dn("--line"),1),a(this.project(-.5,u/8,i.floor),this.project(.5,u/8,i.floor),Dn("--line"),1);for(let u of i.region||[])for(let h=3;h<u.length;h+=3)a(this.project(...u.slice(h-3,h)),this.project(...u.slice(h,h+3)),Dn("--good"),1.5);let l=[];for(let u=0;u<s.length;u+=3)l.push(this.project(s[u],s[u+1],s[u+2]));let c=i.lines.map(([u,h,f])=>[l[u],l[h],f]);c.sort((u,h)=>h[0][2]+h[1][2]-u[0][2]-u[1][2]);for(let[u,h,f]of c)a(u,h,Ba(f),f?4.5:2);for(let[u,h]of i.axes||[])a(l[u],l[h],Dn("--accent"),1.2);e.strokeStyle=Dn("--soft"),e.fillStyle=Dn("--paper");for(let u of i.joints)e.beginPath(),e.arc(l[u][0],l[u][1],3.5,0,7),e.fill(),e.stroke()}};var cm=null,zc=new Set,hm=14,PM=6.6,IM=1.12;function LM(){for(let n of zc)n.canvas.isConnected||(zc.delete(n),n.view.end?.())}var zu=()=>zc.forEach(n=>n.recolour()),Gs=class{constructor(t,e,i=[],s=e.points){cm??=lm(),LM(),zc.add(this),this.canvas=t.querySelector("canvas"),this.view=new(cm?Oc:kc)(this.canvas),this.view.set(e),this.frames=s,this.robot=e,this.corners=um(e),this.names=i.map(([r,o])=>[r,C("span",{class:"joint-name"},o),o.length]),t.querySelector(".joint-names")?.remove(),i.length&&t.append(C("div",{class:"joint-names"},this.names.map(([,r])=>r))),this.listen(),new ResizeObserver(()=>{this.fit(),this.again()}).observe(this.canvas),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>this.recolour()),this.fit()}fit(){let{view:t}=this,e=(this.canvas.clientWidth||300)/(this.canvas.clientHeight||200),[i,s,r,o]=[Math.cos(t.azimuth),Math.sin(t.azimuth),Math.cos(t.elevation),Math.sin(t.elevation)],a=[],l=(_,m,p)=>{let v=s*_+i*m;a.push([i*_-s*m,r*p+o*v,r*v-o*p])};for(let _ of this.frames||[])for(let m=0;m<_.length;m+=3)l(_[m],_[m+1],_[m+2]);for(let _ of this.corners)l(..._);if(!a.length)return;let c=[0,1,2].map(_=>{let m=a.map(p=>p[_]);return[m.reduce((p,v)=>Math.min(p,v)),m.reduce((p,v)=>Math.max(p,v))]}),[u,h,f]=c.map(([_,m])=>(_+m)/2),d=o*h+r*f;t.target=[i*u+s*d,i*d-s*u,r*h-o*f];let g=([_,m,p])=>IM*Math.max(Math.abs(m-h),Math.abs(_-u)/e)/Bc-(p-f);t.distance=Math.max(.2,a.reduce((_,m)=>Math.max(_,g(m)),0))}show(t,e){Object.assign(this,{points:t,poses:e}),this.view.show(t,e),this.label(t)}region(t,e=!1){this.robot={...this.robot,region:t},this.view.region(t),this.corners=um(this.robot),e&&this.fit(),this.again()}label(t){let e=[];for(let[i,s,r]of this.names){let[o,a]=this.view.project(t[3*i],t[3*i+1],t[3*i+2]),l=r*PM,c=()=>e.find(([u,h,f])=>Math.abs(h-a)<hm-.5&&o<u+f&&u<o+l);for(let u=c();u;u=c())a=u[1]+hm;e.push([o,a,l]),s.style.transform=`translate(${o.toFixed(1)}px, ${a.toFixed(1)}px)`}}recolour(){this.view.set(this.robot),this.again()}again(){this.points&&this.show(this.points,this.poses)}listen(){let t=null;this.canvas.addEventListener("pointerdown",e=>{t=[e.clientX,e.clientY],this.canvas.setPointerCapture(e.pointerId)}),this.canvas.addEventListener("pointermove",e=>{t&&(this.view.azimuth+=.01*(e.clientX-t[0]),this.view.elevation=Math.max(-1.5,Math.min(1.5,this.view.elevation+.01*(e.clientY-t[1]))),t=[e.clientX,e.clientY],this.again())});for(let e of["pointerup","pointercancel"])this.canvas.addEventListener(e,()=>{t=null});this.canvas.addEventListener("wheel",e=>{!e.ctrlKey&&!this.canvas.closest(".studio .big")||(e.preventDefault(),this.view.distance=Math.max(.3,Math.min(9,this.view.distance*Math.exp(.001*e.deltaY))),this.again())},{passive:!1})}};function um(n){let t=[];for(let{body:e,points:i}of n.meshes||[]){let s=n.poses?.[e]?.[0];if(!s)continue;let r=[0,1,2].map(o=>{let a=i.filter((l,c)=>c%3===o);return[a.reduce((l,c)=>Math.min(l,c)),a.reduce((l,c)=>Math.max(l,c))]});for(let o=0;o<8;o++){let[a,l,c]=r.map((u,h)=>u[o>>h&1]);t.push([0,4,8].map(u=>s[u]*a+s[u+1]*l+s[u+2]*c+s[u+3]))}}for(let e of n.region||[])for(let i=0;i<e.length;i+=3)t.push(e.slice(i,i+3));return t}function Vc(n,t=Oa(n)){let e=new Gs(n,t,t.names||[]),i=n.querySelector("button"),s=n.querySelector("input"),r=n.querySelector("output"),{times:o,points:a}=t,l=a.length,c=o[0],u=o[l-1]-c||1,h=c,f=!1,d=0;function g(A,S){let R=0,w=l-1;for(;w-R>1;){let b=R+w>>1;o[b]<=S?R=b:w=b}if(l<2)return A[0];let x=Math.min(1,Math.max(0,(S-o[R])/(o[w]-o[R]||1)));return A[R].map((b,B)=>b+x*(A[w][B]-b))}function _(A){if(t.poses)return Object.fromEntries(Object.entries(t.poses).map(([S,R])=>[S,g(R,A)]))}function m(A=!0){e.show(g(a,h),_(h)),s.value=String(Math.round(1e3*(h-c)/u)),r.textContent=`${h.toFixed(1)} s`,A&&t.clock&&Cs.tell(t.clock,h,e)}function p(A){!f||!n.isConnected||(h=c+(h-c+Math.min(.1,(A-d)/1e3))%u,d=A,m(),requestAnimationFrame(p))}function v(A){f=A,i.textContent=f?"Pause":"Play",f&&(d=performance.now(),requestAnimationFrame(p))}return i.addEventListener("click",()=>v(!f)),s.addEventListener("input",()=>{v(!1),h=c+u*s.value/1e3,m()}),Cs.hear(({name:A,t:S,from:R})=>{A!==t.clock||R===e||!A||!n.isConnected||f||(h=Math.max(c,Math.min(c+u,S)),m(!1))}),m(!1),e}var fm=n=>{let t=n.textContent.trim(),e=t.replace("−","-").replace("∞","Infinity"),i=Number(e.match(/^-?[\d.]+(e[-+]?\d+)?|^-?Infinity/i)?.[0]??NaN);return Number.isNaN(i)||n.classList.contains("name")?t:i};function NM(n,t){return typeof n=="number"&&typeof t=="number"?n-t:typeof n!=typeof t?typeof n=="number"?-1:1:n.localeCompare(t,"en",{numeric:!0})}function DM(n){let t=e=>[...e.cells].map(i=>{let s=(i.dataset.title||i.textContent).trim().replaceAll("−","-"),r=/^[=+@]/.test(s)?`'${s}`:s;return/[",\n]/.test(r)?`"${r.replaceAll('"','""')}"`:r}).join(",");return[...n.rows].map(t).join(`
`)+`
`}function dm(n){let t=n.tBodies[0],e=[...n.tHead?.rows[0]?.cells||[]];if(!t||t.rows.length<3||n.dataset.dressed)return;n.dataset.dressed="yes",e.forEach((r,o)=>{r.dataset.title=r.textContent,r.tabIndex=0,r.setAttribute("role","button");let a=()=>{let l=r.getAttribute("aria-sort")==="ascending";e.forEach(h=>h.removeAttribute("aria-sort")),r.setAttribute("aria-sort",l?"descending":"ascending");let c=[...t.rows].filter(h=>!h.classList.contains("total")),u=[...t.rows].filter(h=>h.classList.contains("total"));c.sort((h,f)=>(l?-1:1)*NM(fm(h.cells[o]),fm(f.cells[o]))),t.append(...c,...u)};r.addEventListener("click",a),r.addEventListener("keydown",l=>{l.key==="Enter"&&a()})});let s=`${(n.closest("details")?.querySelector("summary")?.textContent||n.closest("section")?.querySelector("h2")?.textContent||"table").toLowerCase().replace(/[^a-z0-9]+/g,"_").replace(/^_|_$/g,"")}.csv`;n.parentElement.append(C("button",{type:"button",class:"small csv",onclick:()=>td(s,DM(n))},"CSV"))}var Gc=new WeakMap;function Vu(n){Gc.has(n)||Gc.set(n,new Rr(n.querySelector(".canvas"),Oa(n)))}function UM(n){let t=window.requestIdleCallback||(i=>setTimeout(i,50)),e=()=>{let i=n.find(s=>!Gc.has(s)&&s.isConnected);i&&(Vu(i),t(e))};t(e)}function ar(n){let t=new IntersectionObserver(i=>{for(let s of i)s.isIntersecting&&(t.unobserve(s.target),Vu(s.target))},{rootMargin:"400px"}),e=[...n.querySelectorAll(".plot")];e.forEach(i=>t.observe(i)),UM(e),n.querySelectorAll(".picture").forEach(i=>{i.dataset.alive||(i.dataset.alive="yes",Vc(i))}),n.querySelectorAll("table").forEach(dm)}function pm(){let n=[];addEventListener("beforeprint",()=>{n=[...document.querySelectorAll("details:not([open])")],n.forEach(t=>{t.open=!0}),document.documentElement.classList.add("light"),zu(),document.querySelectorAll(".plot").forEach(t=>{Vu(t),Gc.get(t).draw()})}),addEventListener("afterprint",()=>{document.documentElement.classList.remove("light"),zu(),n.forEach(t=>{t.open=!1})})}var mm=".",gm=n=>{mm=n},zn=n=>`${mm}/${n}`;async function Gu(n){let t=null;try{t=await n.json()}catch{}if(n.ok&&t!==null)return t;throw Object.assign(new Error(t?.error||`the studio answered ${n.status}`),{exists:t?.exists})}var Hu=()=>{throw new Error("the studio does not answer: is it still running? Start it again with 'dynid studio' and open the address that it prints.")},Cn=(n,t={})=>fetch(zn(`api/${n}${Object.keys(t).length?`?${new URLSearchParams(t)}`:""}`)).catch(Hu).then(Gu),Qi=(n,t={})=>fetch(zn(`api/${n}`),{method:"POST",body:JSON.stringify(t)}).catch(Hu).then(Gu),_m=(n,t=!1)=>fetch(zn(`api/upload?${new URLSearchParams({name:n.name,replace:t?"1":"0"})}`),{method:"POST",body:n}).catch(Hu).then(Gu);var Wu=new Set,mt={state:null,jobs:[],options:{}};function xm(n){return Wu.add(n),()=>Wu.delete(n)}var lr=n=>Wu.forEach(t=>t(n));async function ba(){let n=await Cn("state"),t=JSON.stringify(n)!==JSON.stringify(mt.state);return mt.state=n,mt.jobs=n.jobs,t&&lr("state"),n}async function nn(n,t={}){let{state:e,said:i}=await Qi(n,t);return mt.state=e,mt.jobs=e.jobs,lr("state"),i}var Vn=n=>nn("project",n);async function hi(n,t={}){let e=await Qi("jobs",{verb:n,...t});return mt.jobs=[e,...mt.jobs.filter(i=>i.id!==e.id)],lr("jobs"),e}var Hc=(n,t=()=>!0)=>mt.jobs.find(e=>e.verb===n&&t(e))||null;function vm(){let n=new EventSource(zn("api/events"));n.onmessage=async t=>{let e=new Map(mt.jobs.map(a=>[a.id,a.state])),{jobs:i,mark:s}=JSON.parse(t.data),r=mt.mark&&mt.mark!==s;Object.assign(mt,{jobs:i,mark:s});let o=mt.jobs.some(a=>e.get(a.id)!==a.state&&a.state==="done");lr("jobs"),(o||r)&&await ba().catch(()=>{})},n.onerror=()=>lr("lost"),n.onopen=()=>lr("found"),addEventListener("focus",()=>ba().catch(()=>lr("lost")))}var ce=(n,t,e="")=>C("button",{type:"button",class:e,onclick:t},n);function Qn(){let n=C("div",{class:"message",role:"alert",hidden:!0});return[n,(e,...i)=>{n.hidden=!e,n.replaceChildren(e,...i)}]}async function $t(n,t){try{return n(""),await t()}catch(e){return n(e.message),null}}var Ze=(n,t,e="")=>C("label",{class:"field"},C("span",{},n),t,e?C("small",{},e):null),sn=(n,t,e={})=>{let i=C("select",e,n.map(s=>{let[r,o]=Array.isArray(s)?s:[s,s];return C("option",{value:r,selected:r===t},o)}));return i.value=t,i};function wa(n,t){let e=n.map((s,r)=>t.length>0&&t.every(o=>typeof o[r]=="number"||o[r]===null)),i=s=>s==null?"–":typeof s=="number"?String(Number(s.toPrecision(4))).replace("-","−"):s;return C("div",{class:"table",tabindex:0},C("table",{},C("thead",{},C("tr",{},n.map((s,r)=>C(s?"th":"td",{class:e[r]?"number":""},s)))),C("tbody",{},t.map(s=>C("tr",{},s.map((r,o)=>C("td",{class:e[o]?"number":"name"},i(r))))))))}var FM={certain:"bad",likely:"usable",possible:"good"};function Wc(n){return n.length?C("ul",{class:"findings"},n.map(t=>C("li",{class:FM[t.certainty]||"usable"},C("span",{class:"mark"},t.certainty==="certain"?"✕":"!"),C("div",{},C("p",{},C("b",{},`${t.kind} (${t.certainty})`),` ${t.where}`),C("p",{class:"soft"},t.evidence),t.repair?C("p",{class:"soft"},C("b",{},"What to do: "),t.repair):null)))):C("p",{class:"fine"},"✓ nothing found")}function Sm(n){let t=[...new Set(n.stages.map(s=>s.stage))],e=[...n.plan,...t.filter(s=>!n.plan.includes(s))],i=e.indexOf(t.at(-1));return e.map((s,r)=>C("li",{class:r<i?"over":r===i?"now":""},r<i?`✓ ${s}`:s))}var Mm=n=>{if(n.state!=="running")return`${n.seconds} s`;let t=n.stages.at(-1)?.detail,e=mt.jobs.find(s=>s.state==="done"&&s.verb===n.verb),i=e&&Math.round(e.seconds-n.seconds);return[t,`${n.seconds} s`,i>0?`about ${i} s left`:""].filter(Boolean).join(", ")};function Hs(n,t,e=()=>[]){let i=t.map(s=>`${s.id} ${s.state}`).join();if(n.dataset.jobs===i){for(let s of t){let r=n.querySelector(`[data-job="${s.id}"]`);r.querySelector(".stage").textContent=Mm(s),r.querySelector(".stages")?.replaceChildren(...Sm(s))}return}n.dataset.jobs=i,n.replaceChildren(...t.flatMap(s=>[lo(s),...e(s)]))}var ym={identify:"Identifying",demo:"Simulating the example",check:"Checking",design:"Designing a motion",validate:"Validating",payload:"Estimating the payload",export:"Exporting",diff:"Comparing"},OM={waiting:"waiting for another job to end",done:"done",failed:"failed",cancelled:"cancelled",stopped:"stopped when the studio ended"},BM=n=>n.state==="running"?`${ym[n.verb]||n.verb} …`:`${ym[n.verb]||n.verb}: ${OM[n.state]}`;function lo(n){let t=n.state==="running",e=t||n.state==="waiting";return C("div",{class:`job ${n.state}`,"data-job":n.id},C("div",{class:"job-head"},t?C("span",{class:"spinner"}):null,C("b",{},BM(n)),t?C("ol",{class:"stages"},Sm(n)):null,C("span",{class:"soft stage"},Mm(n)),e?ce("Cancel",()=>Qi(`jobs/${n.id}/cancel`).catch(()=>{}),"small"):null,["stopped","failed","cancelled"].includes(n.state)?ce("Start again",()=>Qi(`jobs/${n.id}/again`).catch(()=>{}),"small"):null),C("code",{class:"command"},n.command),n.state==="failed"?C("p",{class:"message"},n.said||"the job ended without a result"):null)}var kM=n=>typeof n=="object"?JSON.stringify(n):String(n),Xu=n=>n.in_project?mt.state.project[n.name]:void 0,bm=n=>kM(Xu(n)??n.default??"");function zM(n){let t={"aria-label":n.label,title:`${n.help} ${n.details}`.trim()};if(n.type==="yes or no")return n.now=Xu(n)??n.default,C("input",{type:"checkbox",checked:n.now,...t});if(n.choices.length&&!n.unit&&!/number|list/.test(n.type)){let e=bm(n),i=Xu(n)===void 0?"default":"dynid.yaml";return sn([["",e&&`${e} (${i})`],...n.choices],"",t)}return C("input",{placeholder:bm(n)||n.example,size:12,...t})}function cr(n,t=[]){let e=(mt.options?.[n]||[]).filter(a=>!t.includes(a.name)),i=new Map,s=new Set;for(let a of e)a.label=a.name.replaceAll("_"," "),i.set(a.name,[a,zM(a)]);let r=a=>{let[l,c]=i.get(a);return s.add(a),Ze(l.unit?`${l.label} [${l.unit}]`:l.label,c)},o=(a,l)=>{if(l.type==="checkbox")return l.checked===a.now?"":l.checked;let c=l.value.trim();return a.several&&c?c.split(";").map(u=>u.trim()):c};return{field:a=>i.has(a)?r(a):null,others:()=>{let a=[...i.keys()].filter(l=>!s.has(l));return a.length?C("details",{},C("summary",{},"All options"),a.map(r)):null},values:()=>Object.fromEntries([...i].map(([a,[l,c]])=>[a,o(l,c)]).filter(([,a])=>a!==""))}}var wm={consistent:"All parameters, every body physically consistent: for simulation and control. The default.",wls:"Base parameters by weighted least squares: joints differ in noise.",huber:"As wls, but samples that are far off (collisions, dropouts) count less.",ols:"Ordinary least squares, the textbook reference: all joints count alike.",separable:"Base parameters with the constants of friction curves (Stribeck, smooth): slow motion with reversals."},VM={irls:"Samples that are far off are left out (Tukey's biweight).",l1:"Least absolute errors, for many samples that are off; up to some 100,000 rows.",ridge:"Shrunk towards a prior where the motion excites too little.",dls:"Damped least squares, as a reference; it depends on the units.",tsvd:"Only the directions that the motion identifies.",tls:"Accelerations are as noisy as torques.",rls:"Recursive along time: a load or friction changes during the log.",stepwise:"Fewer parameters, until the bodies are consistent.",swarm:"Particle swarm with bounds, to compare.","per-body":"Body by body, where every joint has a six-axis sensor."};function GM(n){let t=(mt.options.identify||[]).find(o=>o.name==="method")?.choices||[],e=n||"consistent",i=(o,a)=>C("label",{},C("input",{type:"radio",name:"method",value:o,checked:o===e,"aria-label":`method ${o}`}),C("b",{},o),C("span",{},a)),s=t.filter(o=>!(o in wm)),r=C("fieldset",{class:"estimators"},C("legend",{},"Estimator"),Object.entries(wm).map(([o,a])=>i(o,a)),C("details",{open:s.includes(e)},C("summary",{},`${s.length} more`),s.map(o=>i(o,VM[o]||""))));return{node:r,values:()=>{let o=r.querySelector("input:checked")?.value;return o&&o!==e?{method:o}:{}}}}function Em(n){let[t,e]=Qn(),i=C("div",{}),{project:s,usual:r}=mt.state||{project:{},usual:[]},o=cr("identify",["effects","method"]),a=(mt.options.identify||[]).find(v=>v.name==="effects"),l=sn([["",s.effects?"as in dynid.yaml":"selected from the logs"],...s.effects?[["auto","selected from the logs"]]:[],["own","chosen here"]],"",{"aria-label":"effects",onchange:()=>{u.hidden=l.value!=="own"}}),c=(a?.choices||[]).filter(v=>!["auto","none"].includes(v)).map(v=>[v,C("input",{type:"checkbox",checked:r.includes(v)})]),u=C("div",{class:"checks",hidden:!0},c.map(([v,A])=>C("label",{},A,v.replaceAll("_"," ")))),h=GM(s.method),f=C("input",{placeholder:"run1, run2, …",size:14,"aria-label":"name of the run"}),d=null,g=ce("Identify",()=>$t(e,async()=>{let v=c.filter(([,S])=>S.checked).map(([S])=>S),A={...o.values(),...h.values()};l.value&&(A.effects=l.value==="own"?v.join(",")||"none":l.value),d=(await hi("identify",{name:f.value.trim(),options:A})).id}),"primary"),_=s.logs||[],m=_.map(v=>typeof v=="string"?v:v.file||JSON.stringify(v)).join(", ");n.append(t,C("section",{},C("h2",{},"Identify"),C("p",{},_.length?`Training: ${m}. ${s.test?.length?`Validation: ${s.test.map(v=>v.file||v).join(", ")}.`:"No log for validation: choose one under Logs, or drop another motion."}`:"No log is selected yet: drop one on this page, or select it under Logs."),Ze("effects",l),u,h.node,["cutoff","between"].map(o.field),Ze("name of the run",f),o.others(),C("div",{class:"row"},g)),i),_.length||(g.disabled=!0);function p(){let v=d?mt.jobs.find(S=>S.id===d):Hc("identify");if(!v)return;let A=`#/runs/${encodeURIComponent(v.output.split("/").pop())}`;Hs(i,[v],({state:S})=>S==="done"?[C("a",{href:A},"Show the result")]:[]),d&&v.state==="done"&&(d=null,location.hash=A)}return p(),{jobs:p,shows:"identify"}}var Am={"":[],box:["x","y","z","length","width","height"],sphere:["x","y","z","radius"],cylinder:["x","y","z","radius","height"]},Ea=["x","y","z"],Ws=n=>Number(n.toFixed(3));function Tm(n,t){let e=Ea.map(s=>t[s]);if(n==="sphere")return{sphere:{center:e,radius:t.radius}};if(n==="cylinder")return{cylinder:{center:e,radius:t.radius,height:t.height}};if(n!=="box")return null;let i=[t.length,t.width,t.height];return{box:{lower:e.map((s,r)=>Ws(s-i[r]/2)),upper:e.map((s,r)=>Ws(s+i[r]/2))}}}function HM(n,t,e){let i={x:t[0],y:t[1],z:t[2],radius:.25,length:.4,width:.4,height:.3};for(let u of["radius","length","width","height"])i[u]=Ws(i[u]*e);let[s,r]=Object.entries(n||{})[0]||["",{}];if(!(s in Am))return["",i];let o=r.center||(r.lower?r.lower.map((u,h)=>(u+r.upper[h])/2):t),a=r.lower?r.lower.map((u,h)=>r.upper[h]-u):[],l={radius:r.radius,length:a[0],width:a[1],height:r.height??a[2]},c=Object.fromEntries(Object.entries(l).filter(([,u])=>u!==void 0));return[s,{...i,...Object.fromEntries(Ea.map((u,h)=>[u,Ws(o[h])])),...c}]}async function Cm(n,t,e){let i=await $t(e,()=>Cn("robot"));if(!i?.scene)return n.replaceChildren();n.replaceChildren(C("canvas",{role:"img","aria-label":"the robot and the workspace of its tool"}));let s=new Gs(n,i.scene,i.scene.names),r=Object.fromEntries(Object.entries(i.scene.poses).map(([m,p])=>[m,p[0]]));s.show(i.scene.points[0],r);let o=i.scene.size,[a,l]=HM(mt.state.project.workspace,i.at,o),c=C("div",{}),u=sn([["","the whole workspace"],"box",["sphere","ball"],["cylinder","cylinder"]],a,{"aria-label":"workspace",onchange:()=>{a=u.value,_(),d(!0),g()}}),h=!1,f=!1;async function d(m=!1){if(h){f=!0;return}h=!0;let p=await $t(e,()=>Qi("region",{workspace:Tm(a,l)}));p&&s.region(p.region,m),h=!1,f&&(f=!1,d(m))}let g=()=>$t(e,()=>Vn({workspace:Tm(a,l)}));function _(){c.replaceChildren(...Am[a].map(m=>{let p=Ea.includes(m),v=C("output",{},`${l[m]} m`),A=C("input",{type:"range",min:Ws(p?i.at[Ea.indexOf(m)]-o:.02*o),max:Ws(p?i.at[Ea.indexOf(m)]+o:1.5*o),step:.005,value:l[m],"aria-label":`${m} of the workspace`,oninput:()=>{l[m]=Number(A.value),v.textContent=`${l[m]} m`,d()},onchange:g});return C("label",{class:"slider"},C("span",{},p?`middle ${m}`:m),A,v)}))}_(),t.replaceChildren(Ze("Keep the tool in",u),c)}async function Rm(n,t,e){if(n.verb==="diff")return XM(n,t);if(n.verb==="export")return C("div",{},C("p",{},n.options.format!=="c"?C("a",{href:zn(`files/${n.output}`)},`Save ${n.output}`):`Written into the folder ${n.output}.`),C("ul",{class:"notes"},t.notes.map(s=>C("li",{},s))));let i=await e(n.output);return C("div",{},i,C("p",{class:"row"},C("a",{href:zn(`files/${n.output}`),target:"_blank",rel:"noopener"},"Show as a page"),C("a",{href:zn(`files/${n.output}?save=1`)},"Save the page")))}var WM=n=>n.split("/").pop();function XM(n,t){let[e,i]=n.results.map(WM),s=o=>Math.abs(o.difference)/(o.threshold??1/0),r=[...t.parameters].sort((o,a)=>a.changed-o.changed||s(a)-s(o));return C("div",{},C("h2",{},`From ${e} to ${i}`),C("p",{},C("b",{},t.verdict)),t.circumstances.length?C("ul",{},t.circumstances.map(o=>C("li",{},o))):null,C("h3",{},"Unexplained training torque [%]"),wa(["joint",e,i],Object.entries(t.errors||{}).map(([o,[a,l]])=>[o,a,l])),C("h3",{},"Parameters, largest changes first"),wa(["parameter",e,i,"difference","* beyond",""],r.map(o=>[o.name,o.first,o.second,o.difference,o.threshold,o.changed?"* changed":""])),[...t.only_first.map(o=>[o,e]),...t.only_second.map(o=>[o,i])].length?C("p",{class:"soft"},t.only_first.length?`Only in ${e}: ${t.only_first.join(", ")}. `:"",t.only_second.length?`Only in ${i}: ${t.only_second.join(", ")}.`:""):null,t.notes.map(o=>C("p",{class:"soft"},o)))}async function co(n){await nn("choose",{name:n});let{logs:t,project:e}=mt.state;return t.length&&!e.logs?.length&&await nn("add",{names:t.slice(0,2),roles:!0}),n}var ts=n=>mt.state.notes[n]?.note||"";function ho(n,t,e=()=>{}){let i=n.split("/").pop(),s=C("input",{value:i,"aria-label":`name of ${i}`,onchange:()=>$t(t,async()=>e(await nn("rename",{path:n,name:s.value.trim()}))).then(o=>{o===null&&(s.value=i)})}),r=C("input",{value:ts(n),"aria-label":`note on ${i}`,onchange:()=>$t(t,()=>nn("annotate",{path:n,note:r.value.trim()}))});return C("details",{class:"more"},C("summary",{"aria-label":`more about ${i}`,title:"Rename, note, remove"},"⋯"),C("div",{},Ze("Name",s),Ze("Note",r),ce("Remove",()=>$t(t,async()=>{await nn("remove",{path:n}),e("")})),C("small",{class:"soft"},"Removed files go into the bin: see Project.")))}var qM={good:"good",usable:"usable"},qu=n=>Number.isFinite(n)?`${n.toPrecision(3)} %`:"–",$u=[["run",n=>n.name],["verdict",n=>["good","usable"].indexOf(n.verdict)+1||9],["held-out error",n=>n.errors?.held_out??1/0],["robot file → identified",n=>n.errors?.shipped??1/0],["effects",n=>n.effects||""],["method",n=>n.method||""],["logs",n=>(n.logs||[]).join(" ")],["date",n=>n.date||0],["note",n=>ts(`runs/${n.name}`)]],ui={by:"date",down:!0,text:""};function Pm(n,t,e,i){let s=u=>!!mt.state.notes[`runs/${u.name}`]?.pinned,r=C("tbody",{}),o=$u.map(([u])=>{let h=C("th",{tabindex:0,"aria-sort":ui.by===u?ui.down?"descending":"ascending":"none"},u),f=()=>{ui.down=ui.by===u?!ui.down:!1,ui.by=u,o.forEach((d,g)=>d.setAttribute("aria-sort",$u[g][0]===ui.by?ui.down?"descending":"ascending":"none")),c()};return h.addEventListener("click",f),h.addEventListener("keydown",d=>d.key==="Enter"&&f()),h}),a=C("input",{type:"search",value:ui.text,placeholder:"filter: name, effect, log, note …","aria-label":"filter runs",oninput:()=>{ui.text=a.value,c()}});function l(u){let h=`runs/${u.name}`,{errors:f={}}=u,d=f.held_out??f.training,g=C("button",{type:"button",class:"link pin","aria-pressed":String(s(u)),"aria-label":`pin ${u.name}`,title:"Pinned runs stand first",onclick:()=>$t(e,()=>nn("annotate",{path:h,pinned:!s(u)}))},s(u)?"★":"☆"),_=C("input",{type:"checkbox",checked:t.has(u.name),"aria-label":`compare ${u.name}`,onchange:()=>{t[_.checked?"add":"delete"](u.name),i()}}),m=Number.isFinite(f.held_out);return C("tr",{class:u.name===n?"file here":"file"},C("td",{},_,g),C("td",{class:"name"},C("a",{href:`#/runs/${encodeURIComponent(u.name)}`},u.name)),C("td",{},C("span",{class:`word ${qM[u.verdict]||"bad"}`},u.verdict||"–")),C("td",{class:"number"},m?qu(f.held_out):"no held-out log"),C("td",{class:"number"},`${qu(f.shipped)} → ${qu(d)}`),C("td",{},u.effects||"none"),C("td",{},u.method||""),C("td",{},(u.logs||[]).map(p=>p.split("/").pop()).join(" ")),C("td",{},u.date?new Date(1e3*u.date).toLocaleString():""),C("td",{},ts(h)),C("td",{},ho(h,e,p=>{u.name===n&&(location.hash=`#/runs/${encodeURIComponent(p.split("/").pop())}`)})))}function c(){let[,u]=$u.find(([_])=>_===ui.by),h=ui.text.toLowerCase().split(/\s+/).filter(Boolean),f=_=>[_.name,_.verdict,_.effects,_.method,..._.logs||[],ts(`runs/${_.name}`)].join(" ").toLowerCase(),d=(_,m)=>u(_)<u(m)?-1:u(_)>u(m)?1:0,g=mt.state.runs.filter(_=>h.every(m=>f(_).includes(m))).sort((_,m)=>s(m)-s(_)||(ui.down?d(m,_):d(_,m)));r.replaceChildren(...g.map(l))}return c(),C("div",{},C("div",{class:"bar"},C("h2",{},"Runs"),a),C("div",{class:"table",tabindex:0},C("table",{class:"runs"},C("thead",{},C("tr",{},C("th",{},C("span",{class:"hidden"},"compare, pin")),o,C("th",{},C("span",{class:"hidden"},"more")))),r)))}function Im(n,t){let e=l=>n[l],i=new Map;t.forEach((l,c)=>l.parameters.forEach(u=>{i.has(u.name)||i.set(u.name,[]),i.get(u.name)[c]=u}));let s=l=>String(Number(l.toPrecision(4))).replace("-","−"),r=l=>l?`${s(l.value)}${l.half===null?"":` ± ${Number(l.half.toPrecision(2))}`}`:"–",o=l=>{let c=l.filter(u=>u&&u.half!==null);return c.some(u=>c.some(h=>Math.abs(u.value-h.value)>u.half+h.half))},a=[...i].sort(([,l],[,c])=>o(c)-o(l));return C("div",{class:"table",tabindex:0},C("table",{class:"compared"},C("thead",{},C("tr",{},C("th",{},"parameter"),n.map((l,c)=>C("th",{class:"number"},e(c))),C("td",{}))),C("tbody",{},a.map(([l,c])=>C("tr",{},C("td",{class:"name"},l),n.map((u,h)=>C("td",{class:"number"},r(c[h]))),C("td",{},o(c)?"differ":""))))))}var Yu={t:["time",["s","ms","us","ns"]],q:["positions",["rad","deg"]],qd:["velocities",["rad/s","deg/s","rpm"]],tau:["torques",["Nm","mNm","Ncm"]],current:["motor currents",["A","mA"]]},$M={t:"t",q:"q_{joint}",qd:"qd_{joint}",tau:"tau_{joint}",current:"current_{joint}"},Lm=n=>n!==null&&typeof n=="object"&&!["current","voltage","counts"].some(t=>t in n);function Nm(n,t){return Lm(n?.[t])?n[t]:Object.fromEntries(Object.entries(n||{}).filter(([,e])=>!Lm(e)))}function Dm(n,t,e){let{project:i}=mt.state,s=Nm(i.columns,n),r=Nm(i.units,n),o=h=>Vn({columns:{...mt.state.project.columns,[n]:h.columns},units:{...mt.state.project.units,[n]:h.units}}),a=Object.entries(Yu).map(([h,[f,d]])=>{let g=C("input",{value:s[h]??"",placeholder:t.columns[h]||$M[h],list:"columns","aria-label":`column of ${f}`}),_=sn([["",d[0]],...d.slice(1).map(m=>[m,m])],String(r[h]??""),{"aria-label":`unit of ${f}`});return r[h]&&!d.includes(r[h])&&(_.append(C("option",{value:r[h]},String(r[h]))),_.value=r[h]),[h,f,g,_]}),l=(h,f)=>Object.fromEntries(Object.entries(h).filter(([d])=>!(d in f))),c=()=>$t(e,()=>o({columns:{...l(s,Yu),...Object.fromEntries(a.map(([h,,f])=>[h,f.value.trim()]).filter(([,h])=>h))},units:{...l(r,Yu),...Object.fromEntries(a.map(([h,,,f])=>[h,f.value]).filter(([,h])=>h))}})),u=()=>$t(e,()=>o(t));return C("details",{class:"mapping"},C("summary",{},"Columns and units of this log"),C("p",{class:"soft"},"{joint} means the name of a joint, {j} its number. Columns in the file: ",t.names.slice(0,40).join(", "),t.names.length>40?", …":""),C("datalist",{id:"columns"},t.names.map(h=>C("option",{value:h}))),wa(["what","column","unit"],a.map(([,h,f,d])=>[h,f,d])),t.remarks.length?C("ul",{},t.remarks.map(h=>C("li",{},h))):null,C("div",{class:"row"},ce("Set",c,"primary"),ce("As guessed",u)))}var Ju=n=>typeof n=="string"?n:n.file,uo=n=>(n||[]).map(Ju).filter(Boolean),YM=n=>uo(mt.state.project.logs).includes(n)?"train":uo(mt.state.project.test).includes(n)?"test":"";function Um(n,t,e){if(!mt.state.project.robot)return n.replaceChildren(C("p",{},"Choose a robot first."));let i=mt.state.logs.map(s=>{let r=sn([["train","training"],["test","validation"],["","not used"]],YM(s),{"aria-label":`use of ${s}`});return r.addEventListener("change",()=>$t(e,()=>Zu(s,r.value))),C("div",{class:`file ${s===t?"here":""}`},C("a",{href:`#/logs/${encodeURIComponent(s)}`,title:ts(s)||s},s),C("span",{class:"soft"},ts(s)),r,ho(s,e,o=>{s===t&&(location.hash=`#/logs/${encodeURIComponent(o)}`)}))});n.replaceChildren(C("h2",{},"Logs"),i.length?C("div",{class:"files"},i):C("p",{class:"soft"},"Drop a log (CSV, Parquet, MAT, HDF5, a ROS bag) anywhere on this page."))}var Zu=(n,t,e={})=>{let i=o=>(mt.state.project[o]||[]).filter(a=>Ju(a)===n)[0],s=i("logs")||i("test")||n,r=o=>(mt.state.project[o]||[]).filter(a=>Ju(a)!==n);return Vn({logs:[...r("logs"),...t==="train"?[s]:[]],test:[...r("test"),...t==="test"?[s]:[]],...e})},Ku=n=>{let{between:t}=mt.state.project;return Array.isArray(t)?[t]:t?.[n]||null},Xc=(n,t)=>{let{between:e}=mt.state.project,i=Array.isArray(e)?{}:{...e};return delete i[n],{between:t?{...i,[n]:t}:i}};var JM="uplot",ZM="u-hz",KM="u-vt",jM="u-title",QM="u-wrap",tb="u-under",eb="u-over",nb="u-axis",fr="u-off",ib="u-select",sb="u-cursor-x",rb="u-cursor-y",ob="u-cursor-pt",ab="u-legend",lb="u-live",cb="u-inline",hb="u-series",ub="u-marker",Fm="u-label",fb="u-value",Aa="width",Ca="height";var Om="bottom",fo="left",ju="right",gf="#000",Bm=gf+"0",Qu="mousemove",km="mousedown",tf="mouseup",zm="mouseenter",Vm="mouseleave",Gm="dblclick",db="resize",pb="scroll",Hm="change",Zc="dppxchange",_f="--",yo=typeof window<"u",of=yo?document:null,mo=yo?window:null,mb=yo?navigator:null,Te,qc;function af(){let n=devicePixelRatio;Te!=n&&(Te=n,qc&&cf(Hm,qc,af),qc=matchMedia(`(min-resolution: ${Te-.001}dppx) and (max-resolution: ${Te+.001}dppx)`),dr(Hm,qc,af),mo.dispatchEvent(new CustomEvent(Zc)))}function fi(n,t){if(t!=null){let e=n.classList;!e.contains(t)&&e.add(t)}}function lf(n,t){let e=n.classList;e.contains(t)&&e.remove(t)}function qe(n,t,e){n.style[t]=e+"px"}function Ui(n,t,e,i){let s=of.createElement(n);return t!=null&&fi(s,t),e?.insertBefore(s,i),s}function Si(n,t){return Ui("div",n,t)}var Wm=new WeakMap;function es(n,t,e,i,s){let r="translate("+t+"px,"+e+"px)",o=Wm.get(n);r!=o&&(n.style.transform=r,Wm.set(n,r),t<0||e<0||t>i||e>s?fi(n,fr):lf(n,fr))}var Xm=new WeakMap;function qm(n,t,e){let i=t+e,s=Xm.get(n);i!=s&&(Xm.set(n,i),n.style.background=t,n.style.borderColor=e)}var $m=new WeakMap;function Ym(n,t,e,i){let s=t+""+e,r=$m.get(n);s!=r&&($m.set(n,s),n.style.height=e+"px",n.style.width=t+"px",n.style.marginLeft=i?-t/2+"px":0,n.style.marginTop=i?-e/2+"px":0)}var xf={passive:!0},gb={...xf,capture:!0};function dr(n,t,e,i){t.addEventListener(n,e,i?gb:xf)}function cf(n,t,e,i){t.removeEventListener(n,e,xf)}yo&&af();function Fi(n,t,e,i){let s;e=e||0,i=i||t.length-1;let r=i<=2147483647;for(;i-e>1;)s=r?e+i>>1:di((e+i)/2),t[s]<n?e=s:i=s;return n-t[e]<=t[i]-n?e:i}function Mg(n){return(e,i,s)=>{let r=-1,o=-1;for(let a=i;a<=s;a++)if(n(e[a])){r=a;break}for(let a=s;a>=i;a--)if(n(e[a])){o=a;break}return[r,o]}}var bg=n=>n!=null,wg=n=>n!=null&&n>0,Qc=Mg(bg),_b=Mg(wg);function xb(n,t,e,i=0,s=!1){let r=s?_b:Qc,o=s?wg:bg;[t,e]=r(n,t,e);let a=n[t],l=n[t];if(t>-1)if(i==1)a=n[t],l=n[e];else if(i==-1)a=n[e],l=n[t];else for(let c=t;c<=e;c++){let u=n[c];o(u)&&(u<a?a=u:u>l&&(l=u))}return[a??Fe,l??-Fe]}function th(n,t,e,i){let s=Km(n),r=Km(t);n==t&&(s==-1?(n*=e,t/=e):(n/=e,t*=e));let o=e==10?ys:Eg,a=s==1?di:Mi,l=r==1?Mi:di,c=a(o(yn(n))),u=l(o(yn(t))),h=go(e,c),f=go(e,u);return e==10&&(c<0&&(h=Oe(h,-c)),u<0&&(f=Oe(f,-u))),i||e==2?(n=h*s,t=f*r):(n=Rg(n,h),t=eh(t,f)),[n,t]}function vf(n,t,e,i){let s=th(n,t,e,i);return n==0&&(s[0]=0),t==0&&(s[1]=0),s}var yf=.1,Jm={mode:3,pad:yf},Pa={pad:0,soft:null,mode:0},vb={min:Pa,max:Pa};function Kc(n,t,e,i){return nh(e)?Zm(n,t,e):(Pa.pad=e,Pa.soft=i?0:null,Pa.mode=i?3:0,Zm(n,t,vb))}function we(n,t){return n??t}function yb(n,t,e){for(t=we(t,0),e=we(e,n.length-1);t<=e;){if(n[t]!=null)return!0;t++}return!1}function Zm(n,t,e){let i=e.min,s=e.max,r=we(i.pad,0),o=we(s.pad,0),a=we(i.hard,-Fe),l=we(s.hard,Fe),c=we(i.soft,Fe),u=we(s.soft,-Fe),h=we(i.mode,0),f=we(s.mode,0),d=t-n,g=ys(d),_=Zn(yn(n),yn(t)),m=ys(_),p=yn(m-g);(d<1e-24||p>10)&&(d=0,(n==0||t==0)&&(d=1e-24,h==2&&c!=Fe&&(r=0),f==2&&u!=-Fe&&(o=0)));let v=d||_||1e3,A=ys(v),S=go(10,di(A)),R=v*(d==0?n==0?.1:1:r),w=Oe(Rg(n-R,S/10),24),x=n>=c&&(h==1||h==3&&w<=c||h==2&&w>=c)?c:Fe,b=Zn(a,w<x&&n>=x?x:Oi(x,w)),B=v*(d==0?t==0?.1:1:o),P=Oe(eh(t+B,S/10),24),I=t<=u&&(f==1||f==3&&P>=u||f==2&&P<=u)?u:-Fe,F=Oi(l,P>I&&t<=I?I:Zn(I,P));return b==F&&b==0&&(F=100),[b,F]}var Sb=new Intl.NumberFormat(yo?mb.language:"en-US"),Sf=n=>Sb.format(n),pi=Math,Jc=pi.PI,yn=pi.abs,di=pi.floor,vn=pi.round,Mi=pi.ceil,Oi=pi.min,Zn=pi.max,go=pi.pow,Km=pi.sign,ys=pi.log10,Eg=pi.log2,Mb=(n,t=1)=>pi.sinh(n)*t,ef=(n,t=1)=>pi.asinh(n/t),Fe=1/0;function jm(n){return(ys((n^n>>31)-(n>>31))|0)+1}function hf(n,t,e){return Oi(Zn(n,t),e)}function Tg(n){return typeof n=="function"}function ye(n){return Tg(n)?n:()=>n}var bb=()=>{},Ag=n=>n,Cg=(n,t)=>t,wb=n=>null,Qm=n=>!0,tg=(n,t)=>n==t,Eb=/\.\d*?(?=9{6,}|0{6,})/gm,pr=n=>{if(Ig(n)||qs.has(n))return n;let t=`${n}`,e=t.match(Eb);if(e==null)return n;let i=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${pr(s)}e${r}`}return Oe(n,i)};function hr(n,t){return pr(Oe(pr(n/t))*t)}function eh(n,t){return pr(Mi(pr(n/t))*t)}function Rg(n,t){return pr(di(pr(n/t))*t)}function Oe(n,t=0){if(Ig(n))return n;let e=10**t,i=n*e*(1+Number.EPSILON);return vn(i)/e}var qs=new Map;function Pg(n){return((""+n).split(".")[1]||"").length}function La(n,t,e,i){let s=[],r=i.map(Pg);for(let o=t;o<e;o++){let a=yn(o),l=Oe(go(n,o),a);for(let c=0;c<i.length;c++){let u=n==10?+`${i[c]}e${o}`:i[c]*l,h=(o>=0?0:a)+(o>=r[c]?0:r[c]),f=n==10?u:Oe(u,h);s.push(f),qs.set(f,h)}}return s}var Ia={},Mf=[],_o=[null,null],Xs=Array.isArray,Ig=Number.isInteger,Tb=n=>n===void 0;function eg(n){return typeof n=="string"}function nh(n){let t=!1;if(n!=null){let e=n.constructor;t=e==null||e==Object}return t}function Ab(n){return n!=null&&typeof n=="object"}var Cb=Object.getPrototypeOf(Uint8Array),Lg="__proto__";function xo(n,t=nh){let e;if(Xs(n)){let i=n.find(s=>s!=null);if(Xs(i)||t(i)){e=Array(n.length);for(let s=0;s<n.length;s++)e[s]=xo(n[s],t)}else e=n.slice()}else if(n instanceof Cb)e=n.slice();else if(t(n)){e={};for(let i in n)i!=Lg&&(e[i]=xo(n[i],t))}else e=n;return e}function pn(n){let t=arguments;for(let e=1;e<t.length;e++){let i=t[e];for(let s in i)s!=Lg&&(nh(n[s])?pn(n[s],xo(i[s])):n[s]=xo(i[s]))}return n}var Rb=0,Pb=1,Ib=2;function Lb(n,t,e){for(let i=0,s,r=-1;i<t.length;i++){let o=t[i];if(o>r){for(s=o-1;s>=0&&n[s]==null;)n[s--]=null;for(s=o+1;s<e&&n[s]==null;)n[r=s++]=null}}}function Nb(n,t){if(Fb(n)){let o=n[0].slice();for(let a=1;a<n.length;a++)o.push(...n[a].slice(1));return Ob(o[0])||(o=Ub(o)),o}let e=new Set;for(let o=0;o<n.length;o++){let l=n[o][0],c=l.length;for(let u=0;u<c;u++)e.add(l[u])}let i=[Array.from(e).sort((o,a)=>o-a)],s=i[0].length,r=new Map;for(let o=0;o<s;o++)r.set(i[0][o],o);for(let o=0;o<n.length;o++){let a=n[o],l=a[0];for(let c=1;c<a.length;c++){let u=a[c],h=Array(s).fill(void 0),f=t?t[o][c]:Pb,d=[];for(let g=0;g<u.length;g++){let _=u[g],m=r.get(l[g]);_===null?f!=Rb&&(h[m]=_,f==Ib&&d.push(m)):h[m]=_}Lb(h,d,s),i.push(h)}}return i}var Db=typeof queueMicrotask>"u"?n=>Promise.resolve().then(n):queueMicrotask;function Ub(n){let t=n[0],e=t.length,i=Array(e);for(let r=0;r<i.length;r++)i[r]=r;i.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<n.length;r++){let o=n[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[i[l]];s.push(a)}return s}function Fb(n){let t=n[0][0],e=t.length;for(let i=1;i<n.length;i++){let s=n[i][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function Ob(n,t=100){let e=n.length;if(e<=1)return!0;let i=0,s=e-1;for(;i<=s&&n[i]==null;)i++;for(;s>=i&&n[s]==null;)s--;if(s<=i)return!0;let r=Zn(1,di((s-i+1)/t));for(let o=n[i],a=i+r;a<=s;a+=r){let l=n[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Ng=["January","February","March","April","May","June","July","August","September","October","November","December"],Dg=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Ug(n){return n.slice(0,3)}var Bb=Dg.map(Ug),kb=Ng.map(Ug),zb={MMMM:Ng,MMM:kb,WWWW:Dg,WWW:Bb};function Ta(n){return(n<10?"0":"")+n}function Vb(n){return(n<10?"00":n<100?"0":"")+n}var Gb={YYYY:n=>n.getFullYear(),YY:n=>(n.getFullYear()+"").slice(2),MMMM:(n,t)=>t.MMMM[n.getMonth()],MMM:(n,t)=>t.MMM[n.getMonth()],MM:n=>Ta(n.getMonth()+1),M:n=>n.getMonth()+1,DD:n=>Ta(n.getDate()),D:n=>n.getDate(),WWWW:(n,t)=>t.WWWW[n.getDay()],WWW:(n,t)=>t.WWW[n.getDay()],HH:n=>Ta(n.getHours()),H:n=>n.getHours(),h:n=>{let t=n.getHours();return t==0?12:t>12?t-12:t},AA:n=>n.getHours()>=12?"PM":"AM",aa:n=>n.getHours()>=12?"pm":"am",a:n=>n.getHours()>=12?"p":"a",mm:n=>Ta(n.getMinutes()),m:n=>n.getMinutes(),ss:n=>Ta(n.getSeconds()),s:n=>n.getSeconds(),fff:n=>Vb(n.getMilliseconds())};function bf(n,t){t=t||zb;let e=[],i=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=i.exec(n);)e.push(s[0][0]=="{"?Gb[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var Hb=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Wb(n,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+n+n.getTimezoneOffset()*6e4):t==Hb?e=n:(e=new Date(n.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(n.getMilliseconds())),e}var Fg=n=>n%1==0,jc=[1,2,2.5,5],Xb=La(10,-32,0,jc),Og=La(10,0,32,jc),qb=Og.filter(Fg),ur=Xb.concat(Og),wf=`
`,Bg="{YYYY}",ng=wf+Bg,kg="{M}/{D}",Ra=wf+kg,$c=Ra+"/{YY}",zg="{aa}",$b="{h}:{mm}",po=$b+zg,ig=wf+po,sg=":{ss}",Ce=null;function Vg(n){let t=n*1e3,e=t*60,i=e*60,s=i*24,r=s*30,o=s*365,l=(n==1?La(10,0,3,jc).filter(Fg):La(10,-3,0,jc)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,i,i*2,i*3,i*4,i*6,i*8,i*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Bg,Ce,Ce,Ce,Ce,Ce,Ce,1],[s*28,"{MMM}",ng,Ce,Ce,Ce,Ce,Ce,1],[s,kg,ng,Ce,Ce,Ce,Ce,Ce,1],[i,"{h}"+zg,$c,Ce,Ra,Ce,Ce,Ce,1],[e,po,$c,Ce,Ra,Ce,Ce,Ce,1],[t,sg,$c+" "+po,Ce,Ra+" "+po,Ce,ig,Ce,1],[n,sg+".{fff}",$c+" "+po,Ce,Ra+" "+po,Ce,ig,Ce,1]];function u(h){return(f,d,g,_,m,p)=>{let v=[],A=m>=o,S=m>=r&&m<o,R=h(g),w=Oe(R*n,3),x=nf(R.getFullYear(),A?0:R.getMonth(),S||A?1:R.getDate()),b=Oe(x*n,3);if(S||A){let B=S?m/r:0,P=A?m/o:0,I=w==b?w:Oe(nf(x.getFullYear()+P,x.getMonth()+B,1)*n,3),F=new Date(vn(I/n)),O=F.getFullYear(),D=F.getMonth();for(let G=0;I<=_;G++){let $=nf(O+P*G,D+B*G,1),H=$-h(Oe($*n,3));I=Oe((+$+H)*n,3),I<=_&&v.push(I)}}else{let B=m>=s?s:m,P=di(g)-di(w),I=b+P+eh(w-b,B);v.push(I);let F=h(I),O=F.getHours()+F.getMinutes()/e+F.getSeconds()/i,D=m/i,G=f.axes[d]._space,$=p/G;for(;I=Oe(I+m,n==1?0:3),!(I>_);)if(D>1){let H=di(Oe(O+D,6))%24,et=h(I).getHours()-H;et>1&&(et=-1),I-=et*i,O=(O+D)%24;let rt=v[v.length-1];Oe((I-rt)/m,3)*$>=.7&&v.push(I)}else v.push(I)}return v}}return[l,c,u]}var[Yb,Jb,Zb]=Vg(1),[Kb,jb,Qb]=Vg(.001);La(2,-53,53,[1]);function rg(n,t){return n.map(e=>e.map((i,s)=>s==0||s==8||i==null?i:t(s==1||e[8]==0?i:e[1]+i)))}function og(n,t){return(e,i,s,r,o)=>{let a=t.find(g=>o>=g[0])||t[t.length-1],l,c,u,h,f,d;return i.map(g=>{let _=n(g),m=_.getFullYear(),p=_.getMonth(),v=_.getDate(),A=_.getHours(),S=_.getMinutes(),R=_.getSeconds(),w=m!=l&&a[2]||p!=c&&a[3]||v!=u&&a[4]||A!=h&&a[5]||S!=f&&a[6]||R!=d&&a[7]||a[1];return l=m,c=p,u=v,h=A,f=S,d=R,w(_)})}}function tw(n,t){let e=bf(t);return(i,s,r,o,a)=>s.map(l=>e(n(l)))}function nf(n,t,e){return new Date(n,t,e)}function ag(n,t){return t(n)}var ew="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function lg(n,t){return(e,i,s,r)=>r==null?_f:t(n(i))}function nw(n,t){let e=n.series[t];return e.width?e.stroke(n,t):e.points.width?e.points.stroke(n,t):null}function iw(n,t){return n.series[t].fill(n,t)}var sw={show:!0,live:!0,isolate:!1,mount:bb,markers:{show:!0,width:2,stroke:nw,fill:iw,dash:"solid"},idx:null,idxs:null,values:[]};function rw(n,t){let e=n.cursor.points,i=Si(),s=e.size(n,t);qe(i,Aa,s),qe(i,Ca,s);let r=s/-2;qe(i,"marginLeft",r),qe(i,"marginTop",r);let o=e.width(n,t,s);return o&&qe(i,"borderWidth",o),i}function ow(n,t){let e=n.series[t].points;return e._fill||e._stroke}function aw(n,t){let e=n.series[t].points;return e._stroke||e._fill}function lw(n,t){return n.series[t].points.size}var sf=[0,0];function cw(n,t,e){return sf[0]=t,sf[1]=e,sf}function Yc(n,t,e,i=!0){return s=>{s.button==0&&(!i||s.target==t)&&e(s)}}function rf(n,t,e,i=!0){return s=>{(!i||s.target==t)&&e(s)}}var hw={show:!0,x:!0,y:!0,lock:!1,move:cw,points:{one:!1,show:rw,size:lw,width:0,stroke:aw,fill:ow},bind:{mousedown:Yc,mouseup:Yc,click:Yc,dblclick:Yc,mousemove:rf,mouseleave:rf,mouseenter:rf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(n,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(n,t,e,i,s)=>i-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Gg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Ef=pn({},Gg,{filter:Cg}),Hg=pn({},Ef,{size:10}),Wg=pn({},Gg,{show:!1}),Tf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Xg="bold "+Tf,qg=1.5,cg={show:!0,scale:"x",stroke:gf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Xg,side:2,grid:Ef,ticks:Hg,border:Wg,font:Tf,lineGap:qg,rotate:0},uw="Value",fw="Time",hg={show:!0,scale:"x",auto:!1,sorted:1,min:Fe,max:-Fe,idxs:[]};function dw(n,t,e,i,s){return t.map(r=>r==null?"":Sf(r))}function pw(n,t,e,i,s,r,o){let a=[],l=qs.get(s)||0;e=o?e:Oe(eh(e,s),l);for(let c=e;c<=i;c=Oe(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function uf(n,t,e,i,s,r,o){let a=[],l=n.scales[n.axes[t].scale].log,c=l==10?ys:Eg,u=di(c(e));s=go(l,u),l==10&&(s=ur[Fi(s,ur)]);let h=e,f=s*l;l==10&&(f=ur[Fi(f,ur)]);do a.push(h),h=h+s,l==10&&!qs.has(h)&&(h=Oe(h,qs.get(s))),h>=f&&(s=h,f=s*l,l==10&&(f=ur[Fi(f,ur)]));while(h<=i);return a}function mw(n,t,e,i,s,r,o){let l=n.scales[n.axes[t].scale].asinh,c=i>l?uf(n,t,Zn(l,e),i,s):[l],u=i>=0&&e<=0?[0]:[];return(e<-l?uf(n,t,Zn(l,-i),-e,s):[l]).reverse().map(f=>-f).concat(u,c)}var $g=/./,gw=/[12357]/,_w=/[125]/,ug=/1/,ff=(n,t,e,i)=>n.map((s,r)=>t==4&&s==0||r%i==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function xw(n,t,e,i,s){let r=n.axes[e],o=r.scale,a=n.scales[o],l=n.valToPos,c=r._space,u=l(10,o),h=l(9,o)-u>=c?$g:l(7,o)-u>=c?gw:l(5,o)-u>=c?_w:ug;if(h==ug){let f=yn(l(1,o)-u);if(f<c)return ff(t.slice().reverse(),a.distr,h,Mi(c/f)).reverse()}return ff(t,a.distr,h,1)}function vw(n,t,e,i,s){let r=n.axes[e],o=r.scale,a=r._space,l=n.valToPos,c=yn(l(1,o)-l(2,o));return c<a?ff(t.slice().reverse(),3,$g,Mi(a/c)).reverse():t}function yw(n,t,e,i){return i==null?_f:t==null?"":Sf(t)}var fg={show:!0,scale:"y",stroke:gf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Xg,side:3,grid:Ef,ticks:Hg,border:Wg,font:Tf,lineGap:qg,rotate:0};function Sw(n,t){let e=3+(n||1)*2;return Oe(e*t,3)}function Mw(n,t){let{scale:e,idxs:i}=n.series[0],s=n._data[0],r=n.valToPos(s[i[0]],e,!0),o=n.valToPos(s[i[1]],e,!0),a=yn(o-r),l=n.series[t],c=a/(l.points.space*Te);return i[1]-i[0]<=c}var dg={scale:null,auto:!0,sorted:0,min:Fe,max:-Fe},Yg=(n,t,e,i,s)=>s,pg={show:!0,auto:!0,sorted:0,gaps:Yg,alpha:1,facets:[pn({},dg,{scale:"x"}),pn({},dg,{scale:"y"})]},mg={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Yg,alpha:1,points:{show:Mw,filter:null},values:null,min:Fe,max:-Fe,idxs:[],path:null,clip:null};function bw(n,t,e,i,s){return e/10}var Jg={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},ww=pn({},Jg,{time:!1,ori:1}),gg={};function Zg(n,t){let e=gg[n];return e||(e={key:n,plots:[],sub(i){e.plots.push(i)},unsub(i){e.plots=e.plots.filter(s=>s!=i)},pub(i,s,r,o,a,l,c){for(let u=0;u<e.plots.length;u++)e.plots[u]!=s&&e.plots[u].pub(i,s,r,o,a,l,c)}},n!=null&&(gg[n]=e)),e}var vo=1,df=2;function mr(n,t,e){let i=n.mode,s=n.series[t],r=i==2?n._data[t]:n._data,o=n.scales,a=n.bbox,l=r[0],c=i==2?r[1]:r[t],u=i==2?o[s.facets[0].scale]:o[n.series[0].scale],h=i==2?o[s.facets[1].scale]:o[s.scale],f=a.left,d=a.top,g=a.width,_=a.height,m=n.valToPosH,p=n.valToPosV;return u.ori==0?e(s,l,c,u,h,m,p,f,d,g,_,sh,So,oh,jg,t0):e(s,l,c,u,h,p,m,d,f,_,g,rh,Mo,Rf,Qg,e0)}function Af(n,t){let e=0,i=0,s=we(n.bands,Mf);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?i|=1:i|=2)}return[e,i==1?-1:i==2?1:i==3?2:0]}function Ew(n,t,e,i,s){let r=n.mode,o=n.series[t],a=r==2?o.facets[1].scale:o.scale,l=n.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Ss(n,t,e,i,s,r){return mr(n,t,(o,a,l,c,u,h,f,d,g,_,m)=>{let p=o.pxRound,v=c.dir*(c.ori==0?1:-1),A=c.ori==0?So:Mo,S,R;v==1?(S=e,R=i):(S=i,R=e);let w=p(h(a[S],c,_,d)),x=p(f(l[S],u,m,g)),b=p(h(a[R],c,_,d)),B=p(f(r==1?u.max:u.min,u,m,g)),P=new Path2D(s);return A(P,b,B),A(P,w,B),A(P,w,x),P})}function ih(n,t,e,i,s,r){let o=null;if(n.length>0){o=new Path2D;let a=t==0?oh:Rf,l=e;for(let h=0;h<n.length;h++){let f=n[h];if(f[1]>f[0]){let d=f[0]-l;d>0&&a(o,l,i,d,i+r),l=f[1]}}let c=e+s-l,u=10;c>0&&a(o,l,i-u/2,c,i+r+u)}return o}function Tw(n,t,e){let i=n[n.length-1];i&&i[0]==t?i[1]=e:n.push([t,e])}function Cf(n,t,e,i,s,r,o){let a=[],l=n.length;for(let c=s==1?e:i;c>=e&&c<=i;c+=s)if(t[c]===null){let h=c,f=c;if(s==1)for(;++c<=i&&t[c]===null;)f=c;else for(;--c>=e&&t[c]===null;)f=c;let d=r(n[h]),g=f==h?d:r(n[f]),_=h-s;d=o<=0&&_>=0&&_<l?r(n[_]):d;let p=f+s;g=o>=0&&p>=0&&p<l?r(n[p]):g,g>=d&&a.push([d,g])}return a}function _g(n){return n==0?Ag:n==1?vn:t=>hr(t,n)}function Kg(n){let t=n==0?sh:rh,e=n==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},i=n==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,u=0)=>{c==0&&u==0?i(s,r,o,a,l):(c=Oi(c,a/2,l/2),u=Oi(u,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,u),e(s,r,o+l,r,o,u),e(s,r,o,r+a,o,c),s.closePath())}}var sh=(n,t,e)=>{n.moveTo(t,e)},rh=(n,t,e)=>{n.moveTo(e,t)},So=(n,t,e)=>{n.lineTo(t,e)},Mo=(n,t,e)=>{n.lineTo(e,t)},oh=Kg(0),Rf=Kg(1),jg=(n,t,e,i,s,r)=>{n.arc(t,e,i,s,r)},Qg=(n,t,e,i,s,r)=>{n.arc(e,t,i,s,r)},t0=(n,t,e,i,s,r,o)=>{n.bezierCurveTo(t,e,i,s,r,o)},e0=(n,t,e,i,s,r,o)=>{n.bezierCurveTo(e,t,s,i,o,r)};function n0(n){return(t,e,i,s,r)=>mr(t,e,(o,a,l,c,u,h,f,d,g,_,m)=>{let{pxRound:p,points:v}=o,A,S;c.ori==0?(A=sh,S=jg):(A=rh,S=Qg);let R=Oe(v.width*Te,3),w=(v.size-v.width)/2*Te,x=Oe(w*2,3),b=new Path2D,B=new Path2D,{left:P,top:I,width:F,height:O}=t.bbox;oh(B,P-x,I-x,F+x*2,O+x*2);let D=G=>{if(l[G]!=null){let $=p(h(a[G],c,_,d)),H=p(f(l[G],u,m,g));A(b,$+w,H),S(b,$,H,w,0,Jc*2)}};if(r)r.forEach(D);else for(let G=i;G<=s;G++)D(G);return{stroke:R>0?b:null,fill:b,clip:B,flags:vo|df}})}function i0(n){return(t,e,i,s,r,o)=>{i!=s&&(r!=i&&o!=i&&n(t,e,i),r!=s&&o!=s&&n(t,e,s),n(t,e,o))}}var Aw=i0(So),Cw=i0(Mo);function s0(n){let t=we(n?.alignGaps,0);return(e,i,s,r)=>mr(e,i,(o,a,l,c,u,h,f,d,g,_,m)=>{[s,r]=Qc(l,s,r);let p=o.pxRound,v=O=>p(h(O,c,_,d)),A=O=>p(f(O,u,m,g)),S,R;c.ori==0?(S=So,R=Aw):(S=Mo,R=Cw);let w=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:vo},b=x.stroke,B=!1;if(r-s>=_*4){let O=st=>e.posToVal(st,c.key,!0),D=null,G=null,$,H,ft,Z=v(a[w==1?s:r]),et=v(a[s]),rt=v(a[r]),K=O(w==1?et+1:rt-1);for(let st=w==1?s:r;st>=s&&st<=r;st+=w){let q=a[st],ht=(w==1?q<K:q>K)?Z:v(q),dt=l[st];ht==Z?dt!=null?(H=dt,D==null?(S(b,ht,A(H)),$=D=G=H):H<D?D=H:H>G&&(G=H)):dt===null&&(B=!0):(D!=null&&R(b,Z,A(D),A(G),A($),A(H)),dt!=null?(H=dt,S(b,ht,A(H)),D=G=$=H):(D=G=null,dt===null&&(B=!0)),Z=ht,K=O(Z+w))}D!=null&&D!=G&&ft!=Z&&R(b,Z,A(D),A(G),A($),A(H))}else for(let O=w==1?s:r;O>=s&&O<=r;O+=w){let D=l[O];D===null?B=!0:D!=null&&S(b,v(a[O]),A(D))}let[I,F]=Af(e,i);if(o.fill!=null||I!=0){let O=x.fill=new Path2D(b),D=o.fillTo(e,i,o.min,o.max,I),G=A(D),$=v(a[s]),H=v(a[r]);w==-1&&([H,$]=[$,H]),S(O,H,G),S(O,$,G)}if(!o.spanGaps){let O=[];B&&O.push(...Cf(a,l,s,r,w,v,t)),x.gaps=O=o.gaps(e,i,s,r,O),x.clip=ih(O,c.ori,d,g,_,m)}return F!=0&&(x.band=F==2?[Ss(e,i,s,r,b,-1),Ss(e,i,s,r,b,1)]:Ss(e,i,s,r,b,F)),x})}function Rw(n){let t=we(n.align,1),e=we(n.ascDesc,!1),i=we(n.alignGaps,0),s=we(n.extend,!1);return(r,o,a,l)=>mr(r,o,(c,u,h,f,d,g,_,m,p,v,A)=>{[a,l]=Qc(h,a,l);let S=c.pxRound,{left:R,width:w}=r.bbox,x=et=>S(g(et,f,v,m)),b=et=>S(_(et,d,A,p)),B=f.ori==0?So:Mo,P={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:vo},I=P.stroke,F=f.dir*(f.ori==0?1:-1),O=b(h[F==1?a:l]),D=x(u[F==1?a:l]),G=D,$=D;s&&t==-1&&($=R,B(I,$,O)),B(I,D,O);for(let et=F==1?a:l;et>=a&&et<=l;et+=F){let rt=h[et];if(rt==null)continue;let K=x(u[et]),st=b(rt);t==1?B(I,K,O):B(I,G,st),B(I,K,st),O=st,G=K}let H=G;s&&t==1&&(H=R+w,B(I,H,O));let[ft,Z]=Af(r,o);if(c.fill!=null||ft!=0){let et=P.fill=new Path2D(I),rt=c.fillTo(r,o,c.min,c.max,ft),K=b(rt);B(et,H,K),B(et,$,K)}if(!c.spanGaps){let et=[];et.push(...Cf(u,h,a,l,F,x,i));let rt=c.width*Te/2,K=e||t==1?rt:-rt,st=e||t==-1?-rt:rt;et.forEach(q=>{q[0]+=K,q[1]+=st}),P.gaps=et=c.gaps(r,o,a,l,et),P.clip=ih(et,f.ori,m,p,v,A)}return Z!=0&&(P.band=Z==2?[Ss(r,o,a,l,I,-1),Ss(r,o,a,l,I,1)]:Ss(r,o,a,l,I,Z)),P})}function xg(n,t,e,i,s,r,o=Fe){if(n.length>1){let a=null;for(let l=0,c=1/0;l<n.length;l++)if(t[l]!==void 0){if(a!=null){let u=yn(n[l]-n[a]);u<c&&(c=u,o=yn(e(n[l],i,s,r)-e(n[a],i,s,r)))}a=l}}return o}function Pw(n){n=n||Ia;let t=we(n.size,[.6,Fe,1]),e=n.align||0,i=n.gap||0,s=n.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=ye(s),o=1-t[0],a=we(t[1],Fe),l=we(t[2],1),c=we(n.disp,Ia),u=we(n.each,d=>{}),{fill:h,stroke:f}=c;return(d,g,_,m)=>mr(d,g,(p,v,A,S,R,w,x,b,B,P,I)=>{let F=p.pxRound,O=e,D=i*Te,G=a*Te,$=l*Te,H,ft;S.ori==0?[H,ft]=r(d,g):[ft,H]=r(d,g);let Z=S.dir*(S.ori==0?1:-1),et=S.ori==0?oh:Rf,rt=S.ori==0?u:(Pt,Yt,oe,Et,De,Ht,qt)=>{u(Pt,Yt,oe,De,Et,qt,Ht)},K=we(d.bands,Mf).find(Pt=>Pt.series[0]==g),st=K!=null?K.dir:0,q=p.fillTo(d,g,p.min,p.max,st),at=F(x(q,R,I,B)),ht,dt,_t,Ft=P,Qt=F(p.width*Te),kt=!1,ie=null,ae=null,te=null,Be=null;h!=null&&(Qt==0||f!=null)&&(kt=!0,ie=h.values(d,g,_,m),ae=new Map,new Set(ie).forEach(Pt=>{Pt!=null&&ae.set(Pt,new Path2D)}),Qt>0&&(te=f.values(d,g,_,m),Be=new Map,new Set(te).forEach(Pt=>{Pt!=null&&Be.set(Pt,new Path2D)})));let{x0:ke,size:an}=c;if(ke!=null&&an!=null){O=1,v=ke.values(d,g,_,m),ke.unit==2&&(v=v.map(oe=>d.posToVal(b+oe*P,S.key,!0)));let Pt=an.values(d,g,_,m);an.unit==2?dt=Pt[0]*P:dt=w(Pt[0],S,P,b)-w(0,S,P,b),Ft=xg(v,A,w,S,P,b,Ft),_t=Ft-dt+D}else Ft=xg(v,A,w,S,P,b,Ft),_t=Ft*o+D,dt=Ft-_t;_t<1&&(_t=0),Qt>=dt/2&&(Qt=0),_t<5&&(F=Ag);let Le=_t>0,Sn=Ft-_t-(Le?Qt:0);dt=F(hf(Sn,$,G)),ht=(O==0?dt/2:O==Z?0:dt)-O*Z*((O==0?D/2:0)+(Le?Qt/2:0));let Me={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},mn=kt?null:new Path2D,Ke=null;if(K!=null)Ke=d.data[K.series[1]];else{let{y0:Pt,y1:Yt}=c;Pt!=null&&Yt!=null&&(A=Yt.values(d,g,_,m),Ke=Pt.values(d,g,_,m))}let ln=H*dt,z=ft*dt;for(let Pt=Z==1?_:m;Pt>=_&&Pt<=m;Pt+=Z){let Yt=A[Pt];if(Yt==null)continue;if(Ke!=null){let X=Ke[Pt]??0;if(Yt-X==0)continue;at=x(X,R,I,B)}let oe=S.distr!=2||c!=null?v[Pt]:Pt,Et=w(oe,S,P,b),De=x(we(Yt,q),R,I,B),Ht=F(Et-ht),qt=F(Zn(De,at)),L=F(Oi(De,at)),M=qt-L;if(Yt!=null){let X=Yt<0?z:ln,gt=Yt<0?ln:z;kt?(Qt>0&&te[Pt]!=null&&et(Be.get(te[Pt]),Ht,L+di(Qt/2),dt,Zn(0,M-Qt),X,gt),ie[Pt]!=null&&et(ae.get(ie[Pt]),Ht,L+di(Qt/2),dt,Zn(0,M-Qt),X,gt)):et(mn,Ht,L+di(Qt/2),dt,Zn(0,M-Qt),X,gt),rt(d,g,Pt,Ht-Qt/2,L,dt+Qt,M)}}return Qt>0?Me.stroke=kt?Be:mn:kt||(Me._fill=p.width==0?p._fill:p._stroke??p._fill,Me.width=0),Me.fill=kt?ae:mn,Me})}function Iw(n,t){let e=we(t?.alignGaps,0);return(i,s,r,o)=>mr(i,s,(a,l,c,u,h,f,d,g,_,m,p)=>{[r,o]=Qc(c,r,o);let v=a.pxRound,A=H=>v(f(H,u,m,g)),S=H=>v(d(H,h,p,_)),R,w,x;u.ori==0?(R=sh,x=So,w=t0):(R=rh,x=Mo,w=e0);let b=u.dir*(u.ori==0?1:-1),B=A(l[b==1?r:o]),P=B,I=[],F=[];for(let H=b==1?r:o;H>=r&&H<=o;H+=b)if(c[H]!=null){let Z=l[H],et=A(Z);I.push(P=et),F.push(S(c[H]))}let O={stroke:n(I,F,R,x,w,v),fill:null,clip:null,band:null,gaps:null,flags:vo},D=O.stroke,[G,$]=Af(i,s);if(a.fill!=null||G!=0){let H=O.fill=new Path2D(D),ft=a.fillTo(i,s,a.min,a.max,G),Z=S(ft);x(H,P,Z),x(H,B,Z)}if(!a.spanGaps){let H=[];H.push(...Cf(l,c,r,o,b,A,e)),O.gaps=H=a.gaps(i,s,r,o,H),O.clip=ih(H,u.ori,g,_,m,p)}return $!=0&&(O.band=$==2?[Ss(i,s,r,o,D,-1),Ss(i,s,r,o,D,1)]:Ss(i,s,r,o,D,$)),O})}function Lw(n){return Iw(Nw,n)}function Nw(n,t,e,i,s,r){let o=n.length;if(o<2)return null;let a=new Path2D;if(e(a,n[0],t[0]),o==2)i(a,n[1],t[1]);else{let l=Array(o),c=Array(o-1),u=Array(o-1),h=Array(o-1);for(let f=0;f<o-1;f++)u[f]=t[f+1]-t[f],h[f]=n[f+1]-n[f],c[f]=u[f]/h[f];l[0]=c[0];for(let f=1;f<o-1;f++)c[f]===0||c[f-1]===0||c[f-1]>0!=c[f]>0?l[f]=0:(l[f]=3*(h[f-1]+h[f])/((2*h[f]+h[f-1])/c[f-1]+(h[f]+2*h[f-1])/c[f]),isFinite(l[f])||(l[f]=0));l[o-1]=c[o-2];for(let f=0;f<o-1;f++)s(a,n[f]+h[f]/3,t[f]+l[f]*h[f]/3,n[f+1]-h[f]/3,t[f+1]-l[f+1]*h[f]/3,n[f+1],t[f+1])}return a}var pf=new Set;function vg(){for(let n of pf)n.syncRect(!0)}yo&&(dr(db,mo,vg),dr(pb,mo,vg,!0),dr(Zc,mo,()=>{Rn.pxRatio=Te}));var Dw=s0(),Uw=n0();function yg(n,t,e,i){return(i?[n[0],n[1]].concat(n.slice(2)):[n[0]].concat(n.slice(1))).map((r,o)=>mf(r,o,t,e))}function Fw(n,t){return n.map((e,i)=>i==0?{}:pn({},t,e))}function mf(n,t,e,i){return pn({},t==0?e:i,n)}function r0(n,t,e){return t==null?_o:[t,e]}var Ow=r0;function Bw(n,t,e){return t==null?_o:Kc(t,e,yf,!0)}function o0(n,t,e,i){return t==null?_o:th(t,e,n.scales[i].log,!1)}var kw=o0;function a0(n,t,e,i){return t==null?_o:vf(t,e,n.scales[i].log,!1)}var zw=a0;function Vw(n,t,e,i,s){let r=Zn(jm(n),jm(t)),o=t-n,a=Fi(s/i*o,e);do{let l=e[a],c=i*l/o;if(c>=s&&r+(l<5?qs.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function Sg(n){let t,e;return n=n.replace(/(\d+)px/,(i,s)=>(t=vn((e=+s)*Te))+"px"),[n,t,e]}function Gw(n){n.show&&[n.font,n.labelFont].forEach(t=>{let e=Oe(t[2]*Te,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function Rn(n,t,e){let i={mode:we(n.mode,1)},s=i.mode;function r(y,E,N,U){let W=E.valToPct(y);return U+N*(E.dir==-1?1-W:W)}function o(y,E,N,U){let W=E.valToPct(y);return U+N*(E.dir==-1?W:1-W)}function a(y,E,N,U){return E.ori==0?r(y,E,N,U):o(y,E,N,U)}i.valToPosH=r,i.valToPosV=o;let l=!1;i.status=0;let c=i.root=Si(JM);if(n.id!=null&&(c.id=n.id),fi(c,n.class),n.title){let y=Si(jM,c);y.textContent=n.title}let u=Ui("canvas"),h=i.ctx=u.getContext("2d"),f=Si(QM,c);dr("click",f,y=>{y.target===g&&(Ve!=Mr||$e!=br)&&Pn.click(i,y)},!0);let d=i.under=Si(tb,f);f.appendChild(u);let g=i.over=Si(eb,f);n=xo(n);let _=+we(n.pxAlign,1),m=_g(_);(n.plugins||[]).forEach(y=>{y.opts&&(n=y.opts(i,n)||n)});let p=n.ms||.001,v=i.series=s==1?yg(n.series||[],hg,mg,!1):Fw(n.series||[null],pg),A=i.axes=yg(n.axes||[],cg,fg,!0),S=i.scales={},R=i.bands=n.bands||[];R.forEach(y=>{y.fill=ye(y.fill||null),y.dir=we(y.dir,-1)});let w=s==2?v[1].facets[0].scale:v[0].scale,x={axes:rs,series:pe},b=(n.drawOrder||["axes","series"]).map(y=>x[y]);function B(y){let E=y.distr==3?N=>ys(N>0?N:y.clamp(i,N,y.min,y.max,y.key)):y.distr==4?N=>ef(N,y.asinh):y.distr==100?N=>y.fwd(N):N=>N;return N=>{let U=E(N),{_min:W,_max:Q}=y,ut=Q-W;return(U-W)/ut}}function P(y){let E=S[y];if(E==null){let N=(n.scales||Ia)[y]||Ia;if(N.from!=null){P(N.from);let U=pn({},S[N.from],N,{key:y});U.valToPct=B(U),S[y]=U}else{E=S[y]=pn({},y==w?Jg:ww,N),E.key=y;let U=E.time,W=E.range,Q=Xs(W);if((y!=w||s==2&&!U)&&(Q&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?Jm:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?Jm:{mode:1,hard:W[1],soft:W[1]}},Q=!1),!Q&&nh(W))){let ut=W;W=(xt,bt,Dt)=>bt==null?_o:Kc(bt,Dt,ut)}E.range=ye(W||(U?Ow:y==w?E.distr==3?kw:E.distr==4?zw:r0:E.distr==3?o0:E.distr==4?a0:Bw)),E.auto=ye(Q?!1:E.auto),E.clamp=ye(E.clamp||bw),E._min=E._max=null,E.valToPct=B(E)}}}P("x"),P("y"),s==1&&v.forEach(y=>{P(y.scale)}),A.forEach(y=>{P(y.scale)});for(let y in n.scales)P(y);let I=S[w],F=I.distr,O,D;I.ori==0?(fi(c,ZM),O=r,D=o):(fi(c,KM),O=o,D=r);let G={};for(let y in S){let E=S[y];(E.min!=null||E.max!=null)&&(G[y]={min:E.min,max:E.max},E.min=E.max=null)}let $=n.tzDate||(y=>new Date(vn(y/p))),H=n.fmtDate||bf,ft=p==1?Zb($):Qb($),Z=og($,rg(p==1?Jb:jb,H)),et=lg($,ag(ew,H)),rt=[],K=i.legend=pn({},sw,n.legend),st=i.cursor=pn({},hw,{drag:{y:s==2}},n.cursor),q=K.show,at=st.show,ht=K.markers;K.idxs=rt,ht.width=ye(ht.width),ht.dash=ye(ht.dash),ht.stroke=ye(ht.stroke),ht.fill=ye(ht.fill);let dt,_t,Ft,Qt=[],kt=[],ie,ae=!1,te={};if(K.live){let y=v[1]?v[1].values:null;ae=y!=null,ie=ae?y(i,1,0):{_:0};for(let E in ie)te[E]=_f}if(q)if(dt=Ui("table",ab,c),Ft=Ui("tbody",null,dt),K.mount(i,dt),ae){_t=Ui("thead",null,dt,Ft);let y=Ui("tr",null,_t);Ui("th",null,y);for(var Be in ie)Ui("th",Fm,y).textContent=Be}else fi(dt,cb),K.live&&fi(dt,lb);let ke={show:!0},an={show:!1};function Le(y,E){if(E==0&&(ae||!K.live||s==2))return _o;let N=[],U=Ui("tr",hb,Ft,Ft.childNodes[E]);fi(U,y.class),y.show||fi(U,fr);let W=Ui("th",null,U);if(ht.show){let xt=Si(ub,W);if(E>0){let bt=ht.width(i,E);bt&&(xt.style.border=bt+"px "+ht.dash(i,E)+" "+ht.stroke(i,E)),xt.style.background=ht.fill(i,E)}}let Q=Si(Fm,W);y.label instanceof HTMLElement?Q.appendChild(y.label):Q.textContent=y.label,E>0&&(ht.show||(Q.style.color=y.width>0?ht.stroke(i,E):ht.fill(i,E)),Me("click",W,xt=>{if(st._lock)return;Kt(xt);let bt=v.indexOf(y);if((xt.ctrlKey||xt.metaKey)!=K.isolate){let Dt=v.some((Ut,Bt)=>Bt>0&&Bt!=bt&&Ut.show);v.forEach((Ut,Bt)=>{Bt>0&&Vi(Bt,Dt?Bt==bt?ke:an:ke,!0,fn.setSeries)})}else Vi(bt,{show:!y.show},!0,fn.setSeries)},!1),jt&&Me(zm,W,xt=>{st._lock||(Kt(xt),Vi(v.indexOf(y),Er,!0,fn.setSeries))},!1));for(var ut in ie){let xt=Ui("td",fb,U);xt.textContent="--",N.push(xt)}return[U,N]}let Sn=new Map;function Me(y,E,N,U=!0){let W=Sn.get(E)||{},Q=st.bind[y](i,E,N,U);Q&&(dr(y,E,W[y]=Q),Sn.set(E,W))}function mn(y,E,N){let U=Sn.get(E)||{};for(let W in U)(y==null||W==y)&&(cf(W,E,U[W]),delete U[W]);y==null&&Sn.delete(E)}let Ke=0,ln=0,z=0,Pt=0,Yt=0,oe=0,Et=Yt,De=oe,Ht=z,qt=Pt,L=0,M=0,X=0,gt=0;i.bbox={};let ct=!1,St=!1,Mt=!1,nt=!1,ot=!1,vt=!1;function k(y,E,N){(N||y!=i.width||E!=i.height)&&lt(y,E),he(!1),Mt=!0,St=!0,Nn()}function lt(y,E){i.width=Ke=z=y,i.height=ln=Pt=E,Yt=oe=0,wt(),Wt();let N=i.bbox;L=N.left=hr(Yt*Te,.5),M=N.top=hr(oe*Te,.5),X=N.width=hr(z*Te,.5),gt=N.height=hr(Pt*Te,.5)}let it=3;function Tt(){let y=!1,E=0;for(;!y;){E++;let N=vr(E),U=zi(E);y=E==it||N&&U,y||(lt(i.width,i.height),St=!0)}}function yt({width:y,height:E}){k(y,E)}i.setSize=yt;function wt(){let y=!1,E=!1,N=!1,U=!1;A.forEach((W,Q)=>{if(W.show&&W._show){let{side:ut,_size:xt}=W,bt=ut%2,Dt=W.label!=null?W.labelSize:0,Ut=xt+Dt;Ut>0&&(bt?(z-=Ut,ut==3?(Yt+=Ut,U=!0):N=!0):(Pt-=Ut,ut==0?(oe+=Ut,y=!0):E=!0))}}),Bi[0]=y,Bi[1]=N,Bi[2]=E,Bi[3]=U,z-=bi[1]+bi[3],Yt+=bi[3],Pt-=bi[2]+bi[0],oe+=bi[0]}function Wt(){let y=Yt+z,E=oe+Pt,N=Yt,U=oe;function W(Q,ut){switch(Q){case 1:return y+=ut,y-ut;case 2:return E+=ut,E-ut;case 3:return N-=ut,N+ut;case 0:return U-=ut,U+ut}}A.forEach((Q,ut)=>{if(Q.show&&Q._show){let xt=Q.side;Q._pos=W(xt,Q._size),Q.label!=null&&(Q._lpos=W(xt,Q.labelSize))}})}if(st.dataIdx==null){let y=st.hover,E=y.skip=new Set(y.skip??[]);E.add(void 0);let N=y.prox=ye(y.prox),U=y.bias??=0;st.dataIdx=(W,Q,ut,xt)=>{if(Q==0)return ut;let bt=ut,Dt=N(W,Q,ut,xt)??Fe,Ut=Dt>=0&&Dt<Fe,Bt=I.ori==0?z:Pt,re=st.left,Ee=t[0],be=t[Q];if(E.has(be[ut])){bt=null;let ge=null,Zt=null,Xt;if(U==0||U==-1)for(Xt=ut;ge==null&&Xt-- >0;)E.has(be[Xt])||(ge=Xt);if(U==0||U==1)for(Xt=ut;Zt==null&&Xt++<be.length;)E.has(be[Xt])||(Zt=Xt);if(ge!=null||Zt!=null)if(Ut){let He=ge==null?-1/0:O(Ee[ge],I,Bt,0),tn=Zt==null?1/0:O(Ee[Zt],I,Bt,0),En=re-He,Ne=tn-re;En<=Ne?En<=Dt&&(bt=ge):Ne<=Dt&&(bt=Zt)}else bt=Zt==null?ge:ge==null?Zt:ut-ge<=Zt-ut?ge:Zt}else Ut&&yn(re-O(Ee[ut],I,Bt,0))>Dt&&(bt=null);return bt}}let Kt=y=>{st.event=y};st.idxs=rt,st._lock=!1;let pt=st.points;pt.show=ye(pt.show),pt.size=ye(pt.size),pt.stroke=ye(pt.stroke),pt.width=ye(pt.width),pt.fill=ye(pt.fill);let zt=i.focus=pn({},n.focus||{alpha:.3},st.focus),jt=zt.prox>=0,Rt=jt&&pt.one,le=[],ze=[],Gn=[];function wo(y,E){let N=pt.show(i,E);if(N instanceof HTMLElement)return fi(N,ob),fi(N,y.class),es(N,-10,-10,z,Pt),g.insertBefore(N,le[E]),N}function gr(y,E){if(s==1||E>0){let N=s==1&&S[y.scale].time,U=y.value;y.value=N?eg(U)?lg($,ag(U,H)):U||et:U||yw,y.label=y.label||(N?fw:uw)}if(Rt||E>0){y.width=y.width==null?1:y.width,y.paths=y.paths||Dw||wb,y.fillTo=ye(y.fillTo||Ew),y.pxAlign=+we(y.pxAlign,_),y.pxRound=_g(y.pxAlign),y.stroke=ye(y.stroke||null),y.fill=ye(y.fill||null),y._stroke=y._fill=y._paths=y._focus=null;let N=Sw(Zn(1,y.width),1),U=y.points=pn({},{size:N,width:Zn(1,N*.2),stroke:y.stroke,space:N*2,paths:Uw,_stroke:null,_fill:null},y.points);U.show=ye(U.show),U.filter=ye(U.filter),U.fill=ye(U.fill),U.stroke=ye(U.stroke),U.paths=ye(U.paths),U.pxAlign=y.pxAlign}if(q){let N=Le(y,E);Qt.splice(E,0,N[0]),kt.splice(E,0,N[1]),K.values.push(null)}if(at){rt.splice(E,0,null);let N=null;Rt?E==0&&(N=wo(y,E)):E>0&&(N=wo(y,E)),le.splice(E,0,N),ze.splice(E,0,0),Gn.splice(E,0,0)}wn("addSeries",E)}function hh(y,E){E=E??v.length,y=s==1?mf(y,E,hg,mg):mf(y,E,{},pg),v.splice(E,0,y),gr(v[E],E)}i.addSeries=hh;function Na(y){if(v.splice(y,1),q){K.values.splice(y,1),kt.splice(y,1);let E=Qt.splice(y,1)[0];mn(null,E.firstChild),E.remove()}at&&(rt.splice(y,1),le.splice(y,1)[0].remove(),ze.splice(y,1),Gn.splice(y,1)),wn("delSeries",y)}i.delSeries=Na;let Bi=[!1,!1,!1,!1];function ns(y,E){if(y._show=y.show,y.show){let N=y.side%2,U=S[y.scale];U==null&&(y.scale=N?v[1].scale:w,U=S[y.scale]);let W=U.time;y.size=ye(y.size),y.space=ye(y.space),y.rotate=ye(y.rotate),Xs(y.incrs)&&y.incrs.forEach(ut=>{!qs.has(ut)&&qs.set(ut,Pg(ut))}),y.incrs=ye(y.incrs||(U.distr==2?qb:W?p==1?Yb:Kb:ur)),y.splits=ye(y.splits||(W&&U.distr==1?ft:U.distr==3?uf:U.distr==4?mw:pw)),y.stroke=ye(y.stroke),y.grid.stroke=ye(y.grid.stroke),y.ticks.stroke=ye(y.ticks.stroke),y.border.stroke=ye(y.border.stroke);let Q=y.values;y.values=Xs(Q)&&!Xs(Q[0])?ye(Q):W?Xs(Q)?og($,rg(Q,H)):eg(Q)?tw($,Q):Q||Z:Q||dw,y.filter=ye(y.filter||(U.distr>=3&&U.log==10?xw:U.distr==3&&U.log==2?vw:Cg)),y.font=Sg(y.font),y.labelFont=Sg(y.labelFont),y._size=y.size(i,null,E,0),y._space=y._rotate=y._incrs=y._found=y._splits=y._values=null,y._size>0&&(Bi[E]=!0,y._el=Si(nb,f))}}function is(y,E,N,U){let[W,Q,ut,xt]=N,bt=E%2,Dt=0;return bt==0&&(xt||Q)&&(Dt=E==0&&!W||E==2&&!ut?vn(cg.size/3):0),bt==1&&(W||ut)&&(Dt=E==1&&!Q||E==3&&!xt?vn(fg.size/2):0),Dt}let Eo=i.padding=(n.padding||[is,is,is,is]).map(y=>ye(we(y,is))),bi=i._padding=Eo.map((y,E)=>y(i,E,Bi,0)),je,rn=null,on=null,ki=s==1?v[0].idxs:null,ti=null,Ms=!1;function To(y,E){if(t=y??[],i.data=i._data=t,s==2){je=0;for(let N=1;N<v.length;N++)je+=t[N][0].length}else{t.length==0&&(i.data=i._data=t=[[]]),ti=t[0],je=ti.length;let N=t;if(F==2){N=t.slice();let U=N[0]=Array(je);for(let W=0;W<je;W++)U[W]=W}i._data=t=N}if(he(!0),wn("setData"),F==2&&(Mt=!0),E!==!1){let N=I;N.auto(i,Ms)?Ao():Es(w,N.min,N.max),nt=nt||st.left>=0,vt=!0,Nn()}}i.setData=To;function Ao(){Ms=!0;let y,E;s==1&&(je>0?(rn=ki[0]=0,on=ki[1]=je-1,y=t[0][rn],E=t[0][on],F==2?(y=rn,E=on):y==E&&(F==3?[y,E]=th(y,y,I.log,!1):F==4?[y,E]=vf(y,y,I.log,!1):I.time?E=y+vn(86400/p):[y,E]=Kc(y,E,yf,!0))):(rn=ki[0]=y=null,on=ki[1]=E=null)),Es(w,y,E)}let _r,bs,xr,T,V,tt,Y,J,At,It;function Ct(y,E,N,U,W,Q){y??=Bm,N??=Mf,U??="butt",W??=Bm,Q??="round",y!=_r&&(h.strokeStyle=_r=y),W!=bs&&(h.fillStyle=bs=W),E!=xr&&(h.lineWidth=xr=E),Q!=V&&(h.lineJoin=V=Q),U!=tt&&(h.lineCap=tt=U),N!=T&&h.setLineDash(T=N)}function Lt(y,E,N,U){E!=bs&&(h.fillStyle=bs=E),y!=Y&&(h.font=Y=y),N!=J&&(h.textAlign=J=N),U!=At&&(h.textBaseline=At=U)}function Gt(y,E,N,U,W=0){if(U.length>0&&y.auto(i,Ms)&&(E==null||E.min==null)){let Q=we(rn,0),ut=we(on,U.length-1),xt=N.min==null?xb(U,Q,ut,W,y.distr==3):[N.min,N.max];y.min=Oi(y.min,N.min=xt[0]),y.max=Zn(y.max,N.max=xt[1])}}let ee={min:null,max:null};function de(){for(let U in S){let W=S[U];G[U]==null&&(W.min==null||G[w]!=null&&W.auto(i,Ms))&&(G[U]=ee)}for(let U in S){let W=S[U];G[U]==null&&W.from!=null&&G[W.from]!=null&&(G[U]=ee)}G[w]!=null&&he(!0);let y={};for(let U in G){let W=G[U];if(W!=null){let Q=y[U]=xo(S[U],Ab);if(W.min!=null)pn(Q,W);else if(U!=w||s==2)if(je==0&&Q.from==null){let ut=Q.range(i,null,null,U);Q.min=ut[0],Q.max=ut[1]}else Q.min=Fe,Q.max=-Fe}}if(je>0){v.forEach((U,W)=>{if(s==1){let Q=U.scale,ut=G[Q];if(ut==null)return;let xt=y[Q];if(W==0){let bt=xt.range(i,xt.min,xt.max,Q);xt.min=bt[0],xt.max=bt[1],rn=Fi(xt.min,t[0]),on=Fi(xt.max,t[0]),on-rn>1&&(t[0][rn]<xt.min&&rn++,t[0][on]>xt.max&&on--),U.min=ti[rn],U.max=ti[on]}else U.show&&U.auto&&Gt(xt,ut,U,t[W],U.sorted);U.idxs[0]=rn,U.idxs[1]=on}else if(W>0&&U.show&&U.auto){let[Q,ut]=U.facets,xt=Q.scale,bt=ut.scale,[Dt,Ut]=t[W],Bt=y[xt],re=y[bt];Bt!=null&&Gt(Bt,G[xt],Q,Dt,Q.sorted),re!=null&&Gt(re,G[bt],ut,Ut,ut.sorted),U.min=ut.min,U.max=ut.max}});for(let U in y){let W=y[U],Q=G[U];if(W.from==null&&(Q==null||Q.min==null)){let ut=W.range(i,W.min==Fe?null:W.min,W.max==-Fe?null:W.max,U);W.min=ut[0],W.max=ut[1]}}}for(let U in y){let W=y[U];if(W.from!=null){let Q=y[W.from];if(Q.min==null)W.min=W.max=null;else{let ut=W.range(i,Q.min,Q.max,U);W.min=ut[0],W.max=ut[1]}}}let E={},N=!1;for(let U in y){let W=y[U],Q=S[U];if(Q.min!=W.min||Q.max!=W.max){Q.min=W.min,Q.max=W.max;let ut=Q.distr;Q._min=ut==3?ys(Q.min):ut==4?ef(Q.min,Q.asinh):ut==100?Q.fwd(Q.min):Q.min,Q._max=ut==3?ys(Q.max):ut==4?ef(Q.max,Q.asinh):ut==100?Q.fwd(Q.max):Q.max,E[U]=N=!0}}if(N){v.forEach((U,W)=>{s==2?W>0&&E.y&&(U._paths=null):E[U.scale]&&(U._paths=null)});for(let U in E)Mt=!0,wn("setScale",U);at&&st.left>=0&&(nt=vt=!0)}for(let U in G)G[U]=null}function Vt(y){let E=hf(rn-1,0,je-1),N=hf(on+1,0,je-1);for(;y[E]==null&&E>0;)E--;for(;y[N]==null&&N<je-1;)N++;return[E,N]}function pe(){if(je>0){let y=v.some(E=>E._focus)&&It!=zt.alpha;y&&(h.globalAlpha=It=zt.alpha),v.forEach((E,N)=>{if(N>0&&E.show&&(Je(N,!1),Je(N,!0),E._paths==null)){let U=It;It!=E.alpha&&(h.globalAlpha=It=E.alpha);let W=s==2?[0,t[N][0].length-1]:Vt(t[N]);E._paths=E.paths(i,N,W[0],W[1]),It!=U&&(h.globalAlpha=It=U)}}),v.forEach((E,N)=>{if(N>0&&E.show){let U=It;It!=E.alpha&&(h.globalAlpha=It=E.alpha),E._paths!=null&&Re(N,!1);{let W=E._paths!=null?E._paths.gaps:null,Q=E.points.show(i,N,rn,on,W),ut=E.points.filter(i,N,Q,W);(Q||ut)&&(E.points._paths=E.points.paths(i,N,rn,on,ut),Re(N,!0))}It!=U&&(h.globalAlpha=It=U),wn("drawSeries",N)}}),y&&(h.globalAlpha=It=1)}}function Je(y,E){let N=E?v[y].points:v[y];N._stroke=N.stroke(i,y),N._fill=N.fill(i,y)}function Re(y,E){let N=E?v[y].points:v[y],{stroke:U,fill:W,clip:Q,flags:ut,_stroke:xt=N._stroke,_fill:bt=N._fill,_width:Dt=N.width}=N._paths;Dt=Oe(Dt*Te,3);let Ut=null,Bt=Dt%2/2;E&&bt==null&&(bt=Dt>0?"#fff":xt);let re=N.pxAlign==1&&Bt>0;if(re&&h.translate(Bt,Bt),!E){let Ee=L-Dt/2,be=M-Dt/2,ge=X+Dt,Zt=gt+Dt;Ut=new Path2D,Ut.rect(Ee,be,ge,Zt)}E?Ot(xt,Dt,N.dash,N.cap,bt,U,W,ut,Q):Pe(y,xt,Dt,N.dash,N.cap,bt,U,W,ut,Ut,Q),re&&h.translate(-Bt,-Bt)}function Pe(y,E,N,U,W,Q,ut,xt,bt,Dt,Ut){let Bt=!1;bt!=0&&R.forEach((re,Ee)=>{if(re.series[0]==y){let be=v[re.series[1]],ge=t[re.series[1]],Zt=(be._paths||Ia).band;Xs(Zt)&&(Zt=re.dir==1?Zt[0]:Zt[1]);let Xt,He=null;be.show&&Zt&&yb(ge,rn,on)?(He=re.fill(i,Ee)||Q,Xt=be._paths.clip):Zt=null,Ot(E,N,U,W,He,ut,xt,bt,Dt,Ut,Xt,Zt),Bt=!0}}),Bt||Ot(E,N,U,W,Q,ut,xt,bt,Dt,Ut)}let gn=vo|df;function Ot(y,E,N,U,W,Q,ut,xt,bt,Dt,Ut,Bt){Ct(y,E,N,U,W),(bt||Dt||Bt)&&(h.save(),bt&&h.clip(bt),Dt&&h.clip(Dt)),Bt?(xt&gn)==gn?(h.clip(Bt),Ut&&h.clip(Ut),_e(W,ut),cn(y,Q,E)):xt&df?(_e(W,ut),h.clip(Bt),cn(y,Q,E)):xt&vo&&(h.save(),h.clip(Bt),Ut&&h.clip(Ut),_e(W,ut),h.restore(),cn(y,Q,E)):(_e(W,ut),cn(y,Q,E)),(bt||Dt||Bt)&&h.restore()}function cn(y,E,N){N>0&&(E instanceof Map?E.forEach((U,W)=>{h.strokeStyle=_r=W,h.stroke(U)}):E!=null&&y&&h.stroke(E))}function _e(y,E){E instanceof Map?E.forEach((N,U)=>{h.fillStyle=bs=U,h.fill(N)}):E!=null&&y&&h.fill(E)}function ss(y,E,N,U){let W=A[y],Q;if(U<=0)Q=[0,0];else{let ut=W._space=W.space(i,y,E,N,U),xt=W._incrs=W.incrs(i,y,E,N,U,ut);Q=Vw(E,N,xt,U,ut)}return W._found=Q}function hn(y,E,N,U,W,Q,ut,xt,bt,Dt){let Ut=ut%2/2;_==1&&h.translate(Ut,Ut),Ct(xt,ut,bt,Dt,xt),h.beginPath();let Bt,re,Ee,be,ge=W+(U==0||U==3?-Q:Q);N==0?(re=W,be=ge):(Bt=W,Ee=ge);for(let Zt=0;Zt<y.length;Zt++)E[Zt]!=null&&(N==0?Bt=Ee=y[Zt]:re=be=y[Zt],h.moveTo(Bt,re),h.lineTo(Ee,be));h.stroke(),_==1&&h.translate(-Ut,-Ut)}function vr(y){let E=!0;return A.forEach((N,U)=>{if(!N.show)return;let W=S[N.scale];if(W.min==null){N._show&&(E=!1,N._show=!1,he(!1));return}else N._show||(E=!1,N._show=!0,he(!1));let Q=N.side,ut=Q%2,{min:xt,max:bt}=W,[Dt,Ut]=ss(U,xt,bt,ut==0?z:Pt);if(Ut==0)return;let Bt=W.distr==2,re=N._splits=N.splits(i,U,xt,bt,Dt,Ut,Bt),Ee=W.distr==2?re.map(Xt=>ti[Xt]):re,be=W.distr==2?ti[re[1]]-ti[re[0]]:Dt,ge=N._values=N.values(i,N.filter(i,Ee,U,Ut,be),U,Ut,be);N._rotate=Q==2?N.rotate(i,ge,U,Ut):0;let Zt=N._size;N._size=Mi(N.size(i,ge,U,y)),Zt!=null&&N._size!=Zt&&(E=!1)}),E}function zi(y){let E=!0;return Eo.forEach((N,U)=>{let W=N(i,U,Bi,y);W!=bi[U]&&(E=!1),bi[U]=W}),E}function rs(){for(let y=0;y<A.length;y++){let E=A[y];if(!E.show||!E._show)continue;let N=E.side,U=N%2,W,Q,ut=E.stroke(i,y),xt=N==0||N==3?-1:1,[bt,Dt]=E._found;if(E.label!=null){let Xn=E.labelGap*xt,ii=vn((E._lpos+Xn)*Te);Lt(E.labelFont[0],ut,"center",N==2?"top":Om),h.save(),U==1?(W=Q=0,h.translate(ii,vn(M+gt/2)),h.rotate((N==3?-Jc:Jc)/2)):(W=vn(L+X/2),Q=ii);let Js=Tg(E.label)?E.label(i,y,bt,Dt):E.label;h.fillText(Js,W,Q),h.restore()}if(Dt==0)continue;let Ut=S[E.scale],Bt=U==0?X:gt,re=U==0?L:M,Ee=E._splits,be=Ut.distr==2?Ee.map(Xn=>ti[Xn]):Ee,ge=Ut.distr==2?ti[Ee[1]]-ti[Ee[0]]:bt,Zt=E.ticks,Xt=E.border,He=Zt.show?Zt.size:0,tn=vn(He*Te),En=vn((E.alignTo==2?E._size-He-E.gap:E.gap)*Te),Ne=E._rotate*-Jc/180,en=m(E._pos*Te),ei=(tn+En)*xt,Wn=en+ei;Q=U==0?Wn:0,W=U==1?Wn:0;let mi=E.font[0],wi=E.align==1?fo:E.align==2?ju:Ne>0?fo:Ne<0?ju:U==0?"center":N==3?ju:fo,Hi=Ne||U==1?"middle":N==2?"top":Om;Lt(mi,ut,wi,Hi);let ni=E.font[1]*E.lineGap,gi=Ee.map(Xn=>m(a(Xn,Ut,Bt,re))),Ei=E._values;for(let Xn=0;Xn<Ei.length;Xn++){let ii=Ei[Xn];if(ii!=null){U==0?W=gi[Xn]:Q=gi[Xn],ii=""+ii;let Js=ii.indexOf(`
`)==-1?[ii]:ii.split(/\n/gm);for(let qn=0;qn<Js.length;qn++){let jf=Js[qn];Ne?(h.save(),h.translate(W,Q+qn*ni),h.rotate(Ne),h.fillText(jf,0,0),h.restore()):h.fillText(jf,W,Q+qn*ni)}}}Zt.show&&hn(gi,Zt.filter(i,be,y,Dt,ge),U,N,en,tn,Oe(Zt.width*Te,3),Zt.stroke(i,y),Zt.dash,Zt.cap);let Wi=E.grid;Wi.show&&hn(gi,Wi.filter(i,be,y,Dt,ge),U,U==0?2:1,U==0?M:L,U==0?gt:X,Oe(Wi.width*Te,3),Wi.stroke(i,y),Wi.dash,Wi.cap),Xt.show&&hn([en],[1],U==0?1:0,U==0?1:2,U==1?M:L,U==1?gt:X,Oe(Xt.width*Te,3),Xt.stroke(i,y),Xt.dash,Xt.cap)}wn("drawAxes")}function he(y){v.forEach((E,N)=>{N>0&&(E._paths=null,y&&(s==1?(E.min=null,E.max=null):E.facets.forEach(U=>{U.min=null,U.max=null})))})}let Qe=!1,Hn=!1,Ie=[];function un(){Hn=!1;for(let y=0;y<Ie.length;y++)wn(...Ie[y]);Ie.length=0}function Nn(){Qe||(Db(Df),Qe=!0)}function Da(y,E=!1){Qe=!0,Hn=E,y(i),Df(),E&&Ie.length>0&&queueMicrotask(un)}i.batch=Da;function Df(){if(ct&&(de(),ct=!1),Mt&&(Tt(),Mt=!1),St){if(qe(d,fo,Yt),qe(d,"top",oe),qe(d,Aa,z),qe(d,Ca,Pt),qe(g,fo,Yt),qe(g,"top",oe),qe(g,Aa,z),qe(g,Ca,Pt),qe(f,Aa,Ke),qe(f,Ca,ln),u.width=vn(Ke*Te),u.height=vn(ln*Te),A.forEach(({_el:y,_show:E,_size:N,_pos:U,side:W})=>{if(y!=null)if(E){let Q=W===3||W===0?N:0,ut=W%2==1;qe(y,ut?"left":"top",U-Q),qe(y,ut?"width":"height",N),qe(y,ut?"top":"left",ut?oe:Yt),qe(y,ut?"height":"width",ut?Pt:z),lf(y,fr)}else fi(y,fr)}),_r=bs=xr=V=tt=Y=J=At=T=null,It=1,Po(!0),Yt!=Et||oe!=De||z!=Ht||Pt!=qt){he(!1);let y=z/Ht,E=Pt/qt;if(at&&!nt&&st.left>=0){st.left*=y,st.top*=E,yr&&es(yr,vn(st.left),0,z,Pt),Sr&&es(Sr,0,vn(st.top),z,Pt);for(let N=0;N<le.length;N++){let U=le[N];U!=null&&(ze[N]*=y,Gn[N]*=E,es(U,Mi(ze[N]),Mi(Gn[N]),z,Pt))}}if(Ge.show&&!ot&&Ge.left>=0&&Ge.width>0){Ge.left*=y,Ge.width*=y,Ge.top*=E,Ge.height*=E;for(let N in gh)qe(wr,N,Ge[N])}Et=Yt,De=oe,Ht=z,qt=Pt}wn("setSize"),St=!1}Ke>0&&ln>0&&(h.clearRect(0,0,u.width,u.height),wn("drawClear"),b.forEach(y=>y()),wn("draw")),Ge.show&&ot&&(Ua(Ge),ot=!1),at&&nt&&(Ys(null,!0,!1),nt=!1),K.show&&K.live&&vt&&(ph(),vt=!1),l||(l=!0,i.status=1,wn("ready")),Ms=!1,Qe=!1}i.redraw=(y,E)=>{Mt=E||!1,y!==!1?Es(w,I.min,I.max):Nn()};function uh(y,E){let N=S[y];if(N.from==null){if(je==0){let U=N.range(i,E.min,E.max,y);E.min=U[0],E.max=U[1]}if(E.min>E.max){let U=E.min;E.min=E.max,E.max=U}if(je>1&&E.min!=null&&E.max!=null&&E.max-E.min<1e-16)return;y==w&&N.distr==2&&je>0&&(E.min=Fi(E.min,t[0]),E.max=Fi(E.max,t[0]),E.min==E.max&&E.max++),G[y]=E,ct=!0,Nn()}}i.setScale=uh;let fh,dh,yr,Sr,Uf,Ff,Mr,br,Of,Bf,Ve,$e,ws=!1,Pn=st.drag,Mn=Pn.x,bn=Pn.y;at&&(st.x&&(fh=Si(sb,g)),st.y&&(dh=Si(rb,g)),I.ori==0?(yr=fh,Sr=dh):(yr=dh,Sr=fh),Ve=st.left,$e=st.top);let Ge=i.select=pn({show:!0,over:!0,left:0,width:0,top:0,height:0},n.select),wr=Ge.show?Si(ib,Ge.over?g:d):null;function Ua(y,E){if(Ge.show){for(let N in y)Ge[N]=y[N],N in gh&&qe(wr,N,y[N]);E!==!1&&wn("setSelect")}}i.setSelect=Ua;function E0(y){if(v[y].show)q&&lf(Qt[y],fr);else if(q&&fi(Qt[y],fr),at){let N=Rt?le[0]:le[y];N!=null&&es(N,-10,-10,z,Pt)}}function Es(y,E,N){uh(y,{min:E,max:N})}function Vi(y,E,N,U){E.focus!=null&&P0(y),E.show!=null&&v.forEach((W,Q)=>{Q>0&&(y==Q||y==null)&&(W.show=E.show,E0(Q),s==2?(Es(W.facets[0].scale,null,null),Es(W.facets[1].scale,null,null)):Es(W.scale,null,null),Nn())}),N!==!1&&wn("setSeries",y,E),U&&Io("setSeries",i,y,E)}i.setSeries=Vi;function T0(y,E){pn(R[y],E)}function A0(y,E){y.fill=ye(y.fill||null),y.dir=we(y.dir,-1),E=E??R.length,R.splice(E,0,y)}function C0(y){y==null?R.length=0:R.splice(y,1)}i.addBand=A0,i.setBand=T0,i.delBand=C0;function R0(y,E){v[y].alpha=E,at&&le[y]!=null&&(le[y].style.opacity=E),q&&Qt[y]&&(Qt[y].style.opacity=E)}let os,Ts,$s,Er={focus:!0};function P0(y){if(y!=$s){let E=y==null,N=zt.alpha!=1;v.forEach((U,W)=>{if(s==1||W>0){let Q=E||W==0||W==y;U._focus=E?null:Q,N&&R0(W,Q?1:zt.alpha)}}),$s=y,N&&Nn()}}q&&jt&&Me(Vm,dt,y=>{st._lock||(Kt(y),$s!=null&&Vi(null,Er,!0,fn.setSeries))});function Gi(y,E,N){let U=S[E];N&&(y=y/Te-(U.ori==1?oe:Yt));let W=z;U.ori==1&&(W=Pt,y=W-y),U.dir==-1&&(y=W-y);let Q=U._min,ut=U._max,xt=y/W,bt=Q+(ut-Q)*xt,Dt=U.distr;return Dt==3?go(10,bt):Dt==4?Mb(bt,U.asinh):Dt==100?U.bwd(bt):bt}function I0(y,E){let N=Gi(y,w,E);return Fi(N,t[0],rn,on)}i.valToIdx=y=>Fi(y,t[0]),i.posToIdx=I0,i.posToVal=Gi,i.valToPos=(y,E,N)=>S[E].ori==0?r(y,S[E],N?X:z,N?L:0):o(y,S[E],N?gt:Pt,N?M:0),i.setCursor=(y,E,N)=>{Ve=y.left,$e=y.top,Ys(null,E,N)};function kf(y,E){qe(wr,fo,Ge.left=y),qe(wr,Aa,Ge.width=E)}function zf(y,E){qe(wr,"top",Ge.top=y),qe(wr,Ca,Ge.height=E)}let Co=I.ori==0?kf:zf,Ro=I.ori==1?kf:zf;function L0(){if(q&&K.live)for(let y=s==2?1:0;y<v.length;y++){if(y==0&&ae)continue;let E=K.values[y],N=0;for(let U in E)kt[y][N++].firstChild.nodeValue=E[U]}}function ph(y,E){if(y!=null&&(y.idxs?y.idxs.forEach((N,U)=>{rt[U]=N}):Tb(y.idx)||rt.fill(y.idx),K.idx=rt[0]),q&&K.live){for(let N=0;N<v.length;N++)(N>0||s==1&&!ae)&&N0(N,rt[N]);L0()}vt=!1,E!==!1&&wn("setLegend")}i.setLegend=ph;function N0(y,E){let N=v[y],U=y==0&&F==2?ti:t[y],W;ae?W=N.values(i,y,E)??te:(W=N.value(i,E==null?null:U[E],y,E),W=W==null?te:{_:W}),K.values[y]=W}function Ys(y,E,N){Of=Ve,Bf=$e,[Ve,$e]=st.move(i,Ve,$e),st.left=Ve,st.top=$e,at&&(yr&&es(yr,vn(Ve),0,z,Pt),Sr&&es(Sr,0,vn($e),z,Pt));let U,W=rn>on;os=Fe,Ts=null;let Q=I.ori==0?z:Pt,ut=I.ori==1?z:Pt;if(Ve<0||je==0||W){U=st.idx=null;for(let xt=0;xt<v.length;xt++){let bt=le[xt];bt!=null&&es(bt,-10,-10,z,Pt)}jt&&Vi(null,Er,!0,y==null&&fn.setSeries),K.live&&(rt.fill(U),vt=!0)}else{let xt,bt,Dt;s==1&&(xt=I.ori==0?Ve:$e,bt=Gi(xt,w),U=st.idx=Fi(bt,t[0],rn,on),Dt=O(t[0][U],I,Q,0));let Ut=-10,Bt=-10,re=0,Ee=0,be=!0,ge="",Zt="";for(let Xt=s==2?1:0;Xt<v.length;Xt++){let He=v[Xt],tn=rt[Xt],En=tn==null?null:s==1?t[Xt][tn]:t[Xt][1][tn],Ne=st.dataIdx(i,Xt,U,bt),en=Ne==null?null:s==1?t[Xt][Ne]:t[Xt][1][Ne];if(vt=vt||en!=En||Ne!=tn,rt[Xt]=Ne,Xt>0&&He.show){let ei=Ne==null?-10:Ne==U?Dt:O(s==1?t[0][Ne]:t[Xt][0][Ne],I,Q,0),Wn=en==null?-10:D(en,s==1?S[He.scale]:S[He.facets[1].scale],ut,0);if(jt&&en!=null){let mi=I.ori==1?Ve:$e,wi=yn(zt.dist(i,Xt,Ne,Wn,mi));if(wi<os){let Hi=zt.bias;if(Hi!=0){let ni=Gi(mi,He.scale),gi=en>=0?1:-1,Ei=ni>=0?1:-1;Ei==gi&&(Ei==1?Hi==1?en>=ni:en<=ni:Hi==1?en<=ni:en>=ni)&&(os=wi,Ts=Xt)}else os=wi,Ts=Xt}}if(vt||Rt){let mi,wi;I.ori==0?(mi=ei,wi=Wn):(mi=Wn,wi=ei);let Hi,ni,gi,Ei,Wi,Xn,ii=!0,Js=pt.bbox;if(Js!=null){ii=!1;let qn=Js(i,Xt);gi=qn.left,Ei=qn.top,Hi=qn.width,ni=qn.height}else gi=mi,Ei=wi,Hi=ni=pt.size(i,Xt);if(Xn=pt.fill(i,Xt),Wi=pt.stroke(i,Xt),Rt)Xt==Ts&&os<=zt.prox&&(Ut=gi,Bt=Ei,re=Hi,Ee=ni,be=ii,ge=Xn,Zt=Wi);else{let qn=le[Xt];qn!=null&&(ze[Xt]=gi,Gn[Xt]=Ei,Ym(qn,Hi,ni,ii),qm(qn,Xn,Wi),es(qn,Mi(gi),Mi(Ei),z,Pt))}}}}if(Rt){let Xt=zt.prox,He=$s==null?os<=Xt:os>Xt||Ts!=$s;if(vt||He){let tn=le[0];tn!=null&&(ze[0]=Ut,Gn[0]=Bt,Ym(tn,re,Ee,be),qm(tn,ge,Zt),es(tn,Mi(Ut),Mi(Bt),z,Pt))}}}if(Ge.show&&ws)if(y!=null){let[xt,bt]=fn.scales,[Dt,Ut]=fn.match,[Bt,re]=y.cursor.sync.scales,Ee=y.cursor.drag;if(Mn=Ee._x,bn=Ee._y,Mn||bn){let{left:be,top:ge,width:Zt,height:Xt}=y.select,He=y.scales[Bt].ori,tn=y.posToVal,En,Ne,en,ei,Wn,mi=xt!=null&&Dt(xt,Bt),wi=bt!=null&&Ut(bt,re);mi&&Mn?(He==0?(En=be,Ne=Zt):(En=ge,Ne=Xt),en=S[xt],ei=O(tn(En,Bt),en,Q,0),Wn=O(tn(En+Ne,Bt),en,Q,0),Co(Oi(ei,Wn),yn(Wn-ei))):Co(0,Q),wi&&bn?(He==1?(En=be,Ne=Zt):(En=ge,Ne=Xt),en=S[bt],ei=D(tn(En,re),en,ut,0),Wn=D(tn(En+Ne,re),en,ut,0),Ro(Oi(ei,Wn),yn(Wn-ei))):Ro(0,ut)}else _h()}else{let xt=yn(Of-Uf),bt=yn(Bf-Ff);if(I.ori==1){let re=xt;xt=bt,bt=re}Mn=Pn.x&&xt>=Pn.dist,bn=Pn.y&&bt>=Pn.dist;let Dt=Pn.uni;Dt!=null?Mn&&bn&&(Mn=xt>=Dt,bn=bt>=Dt,!Mn&&!bn&&(bt>xt?bn=!0:Mn=!0)):Pn.x&&Pn.y&&(Mn||bn)&&(Mn=bn=!0);let Ut,Bt;Mn&&(I.ori==0?(Ut=Mr,Bt=Ve):(Ut=br,Bt=$e),Co(Oi(Ut,Bt),yn(Bt-Ut)),bn||Ro(0,ut)),bn&&(I.ori==1?(Ut=Mr,Bt=Ve):(Ut=br,Bt=$e),Ro(Oi(Ut,Bt),yn(Bt-Ut)),Mn||Co(0,Q)),!Mn&&!bn&&(Co(0,0),Ro(0,0))}if(Pn._x=Mn,Pn._y=bn,y==null){if(N){if(Kf!=null){let[xt,bt]=fn.scales;fn.values[0]=xt!=null?Gi(I.ori==0?Ve:$e,xt):null,fn.values[1]=bt!=null?Gi(I.ori==1?Ve:$e,bt):null}Io(Qu,i,Ve,$e,z,Pt,U)}if(jt){let xt=N&&fn.setSeries,bt=zt.prox;$s==null?os<=bt&&Vi(Ts,Er,!0,xt):os>bt?Vi(null,Er,!0,xt):Ts!=$s&&Vi(Ts,Er,!0,xt)}}vt&&(K.idx=U,ph()),E!==!1&&wn("setCursor")}let As=null;Object.defineProperty(i,"rect",{get(){return As==null&&Po(!1),As}});function Po(y=!1){y?As=null:(As=g.getBoundingClientRect(),wn("syncRect",As))}function Vf(y,E,N,U,W,Q,ut){st._lock||ws&&y!=null&&y.movementX==0&&y.movementY==0||(mh(y,E,N,U,W,Q,ut,!1,y!=null),y!=null?Ys(null,!0,!0):Ys(E,!0,!1))}function mh(y,E,N,U,W,Q,ut,xt,bt){if(As==null&&Po(!1),Kt(y),y!=null)N=y.clientX-As.left,U=y.clientY-As.top;else{if(N<0||U<0){Ve=-10,$e=-10;return}let[Dt,Ut]=fn.scales,Bt=E.cursor.sync,[re,Ee]=Bt.values,[be,ge]=Bt.scales,[Zt,Xt]=fn.match,He=E.axes[0].side%2==1,tn=I.ori==0?z:Pt,En=I.ori==1?z:Pt,Ne=He?Q:W,en=He?W:Q,ei=He?U:N,Wn=He?N:U;if(be!=null?N=Zt(Dt,be)?a(re,S[Dt],tn,0):-10:N=tn*(ei/Ne),ge!=null?U=Xt(Ut,ge)?a(Ee,S[Ut],En,0):-10:U=En*(Wn/en),I.ori==1){let mi=N;N=U,U=mi}}bt&&(E==null||E.cursor.event.type==Qu)&&((N<=1||N>=z-1)&&(N=hr(N,z)),(U<=1||U>=Pt-1)&&(U=hr(U,Pt))),xt?(Uf=N,Ff=U,[Mr,br]=st.move(i,N,U)):(Ve=N,$e=U)}let gh={width:0,height:0,left:0,top:0};function _h(){Ua(gh,!1)}let Gf,Hf,Wf,Xf;function qf(y,E,N,U,W,Q,ut){ws=!0,Mn=bn=Pn._x=Pn._y=!1,mh(y,E,N,U,W,Q,ut,!0,!1),y!=null&&(Me(tf,of,$f,!1),Io(km,i,Mr,br,z,Pt,null));let{left:xt,top:bt,width:Dt,height:Ut}=Ge;Gf=xt,Hf=bt,Wf=Dt,Xf=Ut}function $f(y,E,N,U,W,Q,ut){ws=Pn._x=Pn._y=!1,mh(y,E,N,U,W,Q,ut,!1,!0);let{left:xt,top:bt,width:Dt,height:Ut}=Ge,Bt=Dt>0||Ut>0,re=Gf!=xt||Hf!=bt||Wf!=Dt||Xf!=Ut;if(Bt&&re&&Ua(Ge),Pn.setScale&&Bt&&re){let Ee=xt,be=Dt,ge=bt,Zt=Ut;if(I.ori==1&&(Ee=bt,be=Ut,ge=xt,Zt=Dt),Mn&&Es(w,Gi(Ee,w),Gi(Ee+be,w)),bn)for(let Xt in S){let He=S[Xt];Xt!=w&&He.from==null&&He.min!=Fe&&Es(Xt,Gi(ge+Zt,Xt),Gi(ge,Xt))}_h()}else st.lock&&(st._lock=!st._lock,Ys(E,!0,y!=null));y!=null&&(mn(tf,of),Io(tf,i,Ve,$e,z,Pt,null))}function D0(y,E,N,U,W,Q,ut){if(st._lock)return;Kt(y);let xt=ws;if(ws){let bt=!0,Dt=!0,Ut=10,Bt,re;I.ori==0?(Bt=Mn,re=bn):(Bt=bn,re=Mn),Bt&&re&&(bt=Ve<=Ut||Ve>=z-Ut,Dt=$e<=Ut||$e>=Pt-Ut),Bt&&bt&&(Ve=Ve<Mr?0:z),re&&Dt&&($e=$e<br?0:Pt),Ys(null,!0,!0),ws=!1}Ve=-10,$e=-10,rt.fill(null),Ys(null,!0,!0),xt&&(ws=xt)}function Yf(y,E,N,U,W,Q,ut){st._lock||(Kt(y),Ao(),_h(),y!=null&&Io(Gm,i,Ve,$e,z,Pt,null))}function Jf(){A.forEach(Gw),k(i.width,i.height,!0)}dr(Zc,mo,Jf);let Tr={};Tr.mousedown=qf,Tr.mousemove=Vf,Tr.mouseup=$f,Tr.dblclick=Yf,Tr.setSeries=(y,E,N,U)=>{let W=fn.match[2];N=W(i,E,N),N!=-1&&Vi(N,U,!0,!1)},at&&(Me(km,g,qf),Me(Qu,g,Vf),Me(zm,g,y=>{Kt(y),Po(!1)}),Me(Vm,g,D0),Me(Gm,g,Yf),pf.add(i),i.syncRect=Po);let Fa=i.hooks=n.hooks||{};function wn(y,E,N){Hn?Ie.push([y,E,N]):y in Fa&&Fa[y].forEach(U=>{U.call(null,i,E,N)})}(n.plugins||[]).forEach(y=>{for(let E in y.hooks)Fa[E]=(Fa[E]||[]).concat(y.hooks[E])});let Zf=(y,E,N)=>N,fn=pn({key:null,setSeries:!1,filters:{pub:Qm,sub:Qm},scales:[w,v[1]?v[1].scale:null],match:[tg,tg,Zf],values:[null,null]},st.sync);fn.match.length==2&&fn.match.push(Zf),st.sync=fn;let Kf=fn.key,xh=Zg(Kf);function Io(y,E,N,U,W,Q,ut){fn.filters.pub(y,E,N,U,W,Q,ut)&&xh.pub(y,E,N,U,W,Q,ut)}xh.sub(i);function U0(y,E,N,U,W,Q,ut){fn.filters.sub(y,E,N,U,W,Q,ut)&&Tr[y](null,E,N,U,W,Q,ut)}i.pub=U0;function F0(){xh.unsub(i),pf.delete(i),Sn.clear(),cf(Zc,mo,Jf),c.remove(),dt?.remove(),wn("destroy")}i.destroy=F0;function vh(){wn("init",n,t),To(t||n.data,!1),G[w]?uh(w,G[w]):Ao(),ot=Ge.show&&(Ge.width>0||Ge.height>0),nt=vt=!0,k(n.width,n.height)}return v.forEach(gr),A.forEach(ns),e?e instanceof HTMLElement?(e.appendChild(c),vh()):e(i,vh):vh(),i}Rn.assign=pn;Rn.fmtNum=Sf;Rn.rangeNum=Kc;Rn.rangeLog=th;Rn.rangeAsinh=vf;Rn.orient=mr;Rn.pxRatio=Te;Rn.join=Nb;Rn.fmtDate=bf,Rn.tzDate=Wb;Rn.sync=Zg;{Rn.addGap=Tw,Rn.clipGaps=ih;let n=Rn.paths={points:n0};n.linear=s0,n.stepped=Rw,n.bars=Pw,n.spline=Lw}var l0=[[],[7,4],[2,3],[9,3,2,3]],c0=["#3b76c4","#d9822b","#3a9d5d","#c2453d","#8561b5","#8c6d4f","#cf6ea6","#7a7a7a","#a8a32f","#2ba3b5"],Pf=n=>c0[n%c0.length],ah=class{constructor(t,e,i){Object.assign(this,{box:t,clock:e,told:i,charts:[],bands:[],span:null,range:null}),this.resized=new ResizeObserver(()=>this.fit()),this.resized.observe(t),Cs.hear(({name:s,t:r,from:o})=>{s===e&&o!==this&&t.isConnected&&this.point(r)}),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>t.isConnected&&this.build())}set(t,e,i){let s=JSON.stringify(e.map(r=>[r.title,r.lines.map(o=>o.key)]));Object.assign(this,{t,panes:e,span:i}),s===this.form&&this.charts.length?this.charts.forEach((r,o)=>{r.batch(()=>{r.setData([t,...e[o].lines.map(a=>a.y)],!1),this.scale(r)})}):(this.form=s,this.build())}scale(t){let[e,i]=this.range||this.span;t.setScale("x",{min:e,max:i})}height(){let t=Math.max(1,this.panes.length),e=Math.max(420,Math.min(innerHeight-260,820));return Math.max(150,Math.floor(e/t)-26)}build(){this.charts.forEach(r=>r.destroy());let t=Dn("--soft"),e=Dn("--line"),i=Math.max(240,this.box.clientWidth-2),s=this.height();this.charts=this.panes.map((r,o)=>{let a=o===this.panes.length-1,l={stroke:t,grid:{stroke:e,width:1},ticks:{stroke:e,width:1},font:"11px system-ui"};return new Rn({width:i,height:s+(a?24:0),legend:{show:!1},cursor:{sync:{key:this.clock,scales:["x",null]},drag:{x:!0,y:!1,setScale:!1},points:{show:!1},bind:{dblclick:()=>()=>this.move(null)}},scales:{x:{time:!1}},axes:[{...l,size:a?40:16,label:a?"t [s]":null,labelSize:a?16:0,values:a?void 0:()=>[]},{...l,size:58,label:r.title,labelSize:18,labelFont:"12px system-ui"}],series:[{},...r.lines.map(c=>({label:c.label,stroke:Pf(c.joint),width:c.wide||1.2,alpha:c.dash?.85:1,dash:l0[c.dash%l0.length],points:{show:!1},spanGaps:!1}))],hooks:{draw:[c=>this.shade(c)],setCursor:[c=>this.cursor(c)],setSelect:[c=>this.select(c)],ready:[c=>this.gestures(c)]}},[this.t,...r.lines.map(c=>c.y)],this.box)}),this.charts.forEach((r,o)=>{this.scale(r),r.root.querySelector("canvas").setAttribute("aria-hidden","true"),r.root.setAttribute("role","img"),r.root.setAttribute("aria-label",`${this.panes[o].title} over time`)})}fit(){let t=Math.max(240,this.box.clientWidth-2);if(this.width===t||!this.charts.length)return;this.width=t;let e=this.height();this.charts.forEach((i,s)=>i.setSize({width:t,height:e+(s===this.charts.length-1?24:0)}))}move(t){this.range=t,this.charts.forEach(e=>this.scale(e)),this.told.range(t)}shade(t){let{ctx:e,bbox:i}=t;e.save(),e.beginPath(),e.rect(i.left,i.top,i.width,i.height),e.clip();for(let{from:s,to:r,colour:o,opacity:a}of this.bands){let l=t.valToPos(s,"x",!0),c=t.valToPos(r,"x",!0);e.globalAlpha=a,e.fillStyle=o,e.fillRect(l,i.top,Math.max(1.5,c-l),i.height)}e.restore()}shadeAll(t){this.bands=t,this.charts.forEach(e=>e.redraw(!1))}cursor(t){let{idx:e,left:i}=t.cursor;if(e==null||i<0||this.quiet)return;let s=t.posToVal(i,"x");s!==this.at&&(this.at=s,Cs.tell(this.clock,s,this),this.told.cursor(s,e))}point(t){this.quiet=!0;for(let e of this.charts)e.setCursor({left:e.valToPos(t,"x"),top:5},!1);this.quiet=!1,this.t?.length&&this.told.cursor(t,Rn.closestIdx?.(t,this.t)??Hw(this.t,t))}select(t){let{left:e,width:i}=t.select;if(i<4)return;let s=t.posToVal(e,"x"),r=t.posToVal(e+i,"x");this.told.select(Math.max(s,this.span[0]),Math.min(r,this.span[1]))}unselect(){for(let t of this.charts)t.setSelect({left:0,width:0,top:0,height:0},!1)}gestures(t){let{over:e}=t;e.addEventListener("wheel",i=>{i.preventDefault();let[s,r]=this.range||this.span,o=t.posToVal(i.clientX-e.getBoundingClientRect().left,"x");if(Math.abs(i.deltaX)>Math.abs(i.deltaY))return this.move([s,r].map(c=>c+.001*i.deltaX*(r-s)));let l=Math.exp(.002*i.deltaY);return this.move([o+(s-o)*l,o+(r-o)*l])},{passive:!1}),e.addEventListener("mousedown",i=>{if(!i.shiftKey&&i.button!==1)return;i.preventDefault(),i.stopImmediatePropagation();let s=i.clientX,[r,o]=this.range||this.span,a=(o-r)/e.clientWidth,l=u=>this.move([r,o].map(h=>h-(u.clientX-s)*a)),c=()=>{removeEventListener("mousemove",l),removeEventListener("mouseup",c)};addEventListener("mousemove",l),addEventListener("mouseup",c)},!0)}};function Hw(n,t){let e=0,i=n.length-1;for(;i-e>1;){let s=e+i>>1;n[s]<=t?e=s:i=s}return t-n[e]<n[i]-t?e:i}function If(n,t,e){let i=`dynid.${n}`,s=l=>{let c=Math.max(120,Math.min(900,l));e(c),r.setAttribute("aria-valuenow",String(Math.round(c))),localStorage.setItem(i,String(Math.round(c)))},r=C("div",{class:"splitter",role:"separator",tabindex:0,"aria-orientation":"vertical","aria-label":`width of ${n}`,"aria-valuemin":120,"aria-valuemax":900}),o=()=>Number(r.getAttribute("aria-valuenow")),a=n==="signals"?1:-1;return r.addEventListener("pointerdown",l=>{r.setPointerCapture(l.pointerId);let c=l.clientX,u=o();r.onpointermove=h=>s(u+a*(h.clientX-c)),r.onpointerup=()=>{r.onpointermove=null}}),r.addEventListener("keydown",l=>{let c={ArrowLeft:-16,ArrowRight:16}[l.key];c&&s(o()+a*c)}),s(Number(localStorage.getItem(i))||t),r}var Ww=[["position [rad, m]",["q"]],["velocity [rad/s, m/s]",["qd"]],["torque [Nm, N]",["tau","predicted"]],["motor current [A]",["current"]],["residual [Nm, N]",["residual"]],["temperature [°C]",["temperature"]]],h0={q:"position",qd:"velocity",tau:"torque",current:"current"},lh=n=>`${n.of}|${n.kind}|${n.joint}`,bo=n=>n==null?"":String(Number(n.toPrecision(4))),Xw=(n,t)=>t.alone&&n.joint!==t.alone||t.hidden.has(`${n.of}|${n.kind}`)||t.hidden.has(lh(n));function u0(n,t){let e=[...new Set(n.lines.map(s=>s.of))],i=s=>e.indexOf(s.of)-(s.kind==="residual"?1:0);return Ww.map(([s,r])=>({title:s,lines:n.lines.filter(o=>r.includes(o.kind)&&!Xw(o,t)).map(o=>({key:lh(o),label:`${o.joint}${o.of?` (${o.of})`:""}`,joint:n.joints.indexOf(o.joint),dash:Math.max(0,i(o)),wide:t.alone?1.8:1.2,y:o.y}))})).filter(s=>s.lines.length)}function f0(n,t,e,{fill:i,only:s}){let r=new Map;for(let h of t.lines){let f=`${h.of}|${h.kind}`;r.has(f)||r.set(f,[]),r.get(f).push(h)}let o=new Map,a=h=>{let[f,d]=h.split("|");return["predicted","residual"].includes(d)?`${d}, ${f}`:f?`${h0[d]||d}, ${f}`:h0[d]||d},l=(h,f)=>C("input",{type:"checkbox",checked:!e.hidden.has(h),"aria-label":f,onchange:d=>{e.hidden[d.target.checked?"delete":"add"](h),i()}}),c=new Set([...n.querySelectorAll("details[open]")].map(h=>h.dataset.id)),u=!n.firstChild;return n.replaceChildren(C("div",{class:"bar"},C("h3",{},"Signals"),e.alone?ce(`All joints (now ${e.alone})`,()=>s(""),"small"):null),...[...r].map(([h,f])=>C("div",{class:"branch"},l(h,a(h)),C("details",{open:u?h==="|q"||f.length<4:c.has(h),"data-id":h},C("summary",{},a(h)),f.map(d=>{let g=C("output",{});return o.set(lh(d),[d,g]),C("div",{class:`leaf ${e.alone===d.joint?"here":""}`},l(lh(d),`${a(h)} of ${d.joint}`),C("i",{style:{background:Pf(t.joints.indexOf(d.joint))}}),C("button",{type:"button",class:"link",title:`${d.joint} alone`,onclick:()=>s(d.joint)},d.joint),g)}))))),o}var qw=1400,d0="#8a8a8a",Ln={hidden:new Set(["|qd"]),alone:"",runs:[],other:""},p0=n=>{Ln.runs=n};function m0(n,t){let[e,i]=Qn(),s=C("div",{class:"logs"}),r=C("div",{class:"tree"}),o=C("div",{class:"middle"}),a=C("div",{class:"dock"}),l=C("div",{}),c=C("section",{hidden:!0}),u=C("div",{class:"bench"});u.append(C("div",{class:"signals"},s,r),If("signals",270,K=>u.style.setProperty("--signals",`${K}px`)),o,If("robot",380,K=>u.style.setProperty("--robot",`${K}px`)),a),n.append(e,u,c,l);let h=t,f="",d=null,g=null,_=null,m=[],p=new Map,v=new Set;async function A(){let{project:K,logs:st}=mt.state;h&&!st.includes(h)&&(h=""),h||=uo(K.logs)[0]||st[0]||"";let q=JSON.stringify([h,K.robot,K.columns,K.units,K.lock,K.rate,K.actuated,K.between]);if(!h||!K.robot||q===f)return;f=q,_=null,m=[],et(),![...uo(K.logs),...uo(K.test)].includes(h)&&!v.has(h)&&(v.add(h),await $t(i,()=>nn("add",{names:[h]})));let ht=await $t(i,()=>Cn("columns",{name:h}));if(!ht)return S();let dt=Dm(h,ht,i);if(await R(),!d)return dt.open=!0,S(),l.replaceChildren(C("section",{},C("h2",{},h),dt));w(dt)}function S(){g=d=null;for(let K of[o,a,r,l])K.replaceChildren()}async function R(K=g?.range){let st={name:h,points:qw},q=Ln.runs.filter(at=>mt.state.runs.some(ht=>ht.name===at));if(q.length&&(st.runs=q.join(",")),Ln.other&&Ln.other!==h&&mt.state.logs.includes(Ln.other)&&(st.other=Ln.other),K){let at=.5*(K[1]-K[0]);Object.assign(st,{from:K[0]-at,to:K[1]+at})}return d=await $t(i,()=>Cn("log",st)),d}async function w(K){let st=C("div",{class:"plots"}),q=C("div",{class:"picture"},C("canvas",{role:"img","aria-label":"the robot, moving as logged"}),C("div",{class:"controls"},C("button",{type:"button"},"Play"),C("input",{type:"range",min:0,max:1e3,value:0,"aria-label":"time"}),C("output",{}))),at=`${d.samples.toLocaleString("en")} samples at ${Number(d.rate.toPrecision(4))} Hz`;o.replaceChildren(C("div",{class:"bar"},C("h2",{},h),C("span",{class:"soft"},at),x()),st,C("div",{class:"stretch",hidden:!0}),C("p",{class:"soft hint"},"Drag to select a stretch, Shift-drag to pan, scroll to zoom, double-click to show all. Click a joint to see it alone.")),g=new ah(st,"log",{range:D,cursor:I,select:G}),$(),b(),l.replaceChildren(C("section",{},d.notes.length?C("details",{},C("summary",{},"Notes"),C("ol",{class:"notes"},d.notes.map(_t=>C("li",{},_t)))):null,K)),a.replaceChildren(q,C("div",{class:"row"},ce("Check this log",()=>$t(i,ft),"primary")),C("div",{class:"readout","aria-live":"off"}));let[ht,dt]=await Promise.all([Cn("robot"),Cn("motion",{name:h})]).catch(_t=>(i(_t.message),[]));dt&&ht.scene?Vc(q,{...ht.scene,...dt}):q.remove()}function x(){let K=mt.state.runs.map(dt=>dt.name),st=mt.state.logs.filter(dt=>dt!==h),q=()=>R().then(dt=>dt&&b()),at=(dt,_t,Ft,Qt)=>{let kt=sn([["",dt],..._t],_t.includes(Ft)?Ft:"",{"aria-label":dt,onchange:()=>{Qt(kt.value),q()}});return kt},ht=dt=>_t=>{Ln.runs[dt]=_t,Ln.runs=Array.from(Ln.runs,Ft=>Ft||""),q()};return C("span",{class:"overlays"},K.length?at("predicted by …",K,Ln.runs[0],ht(0)):null,K.length>1?at("and by …",K,Ln.runs[1],ht(1)):null,st.length?at("overlay a log …",st,Ln.other,dt=>{Ln.other=dt}):null)}function b(){!g||!d||(g.set(d.t,u0(d,Ln),d.span),B())}function B(){p=f0(r,d,Ln,{fill:b,only:P})}function P(K){Ln.alone=Ln.alone===K?"":K,b()}function I(K,st){for(let[,[at,ht]]of p)ht.textContent=bo(at.y[st]);let q=a.querySelector(".readout");q&&(q.textContent=`t = ${K.toFixed(3)} s`)}let F=!1,O=null;async function D(K){if(F){O=[K];return}if(F=!0,await R(K)&&b(),F=!1,O){let[q]=O;O=null,D(q)}}function G(K,st){let q=o.querySelector(".stretch"),at=ie=>Number(ie.toFixed(4)),[ht,dt]=[at(K),at(st)],_t=()=>{q.hidden=!0,g?.unselect()},Ft=ie=>()=>$t(i,ie).then(_t),kt=(Ku(h)||[d.span.map(at)]).flatMap(([ie,ae])=>[[ie,Math.min(ae,ht)],[Math.max(ie,dt),ae]].filter(([te,Be])=>Be>te));q.hidden=!1,q.replaceChildren(C("b",{},`${ht} to ${dt} s`),ce("Train on it",Ft(()=>Zu(h,"train",Xc(h,[[ht,dt]]))),"small"),ce("Mask it",Ft(()=>Vn(Xc(h,kt))),"small"),ce("Zoom",()=>{_t(),g.move([K,st])},"small"),ce("Close",_t,"small"))}function $(){if(!g)return;let K=Ku(h),st=m.map(([at,ht])=>({from:at,to:ht,colour:ed,opacity:.18}));if(K&&d){let at=d.span[0];for(let[ht,dt]of[...K].sort((_t,Ft)=>_t[0]-Ft[0]))ht>at&&st.push({from:at,to:ht,colour:d0,opacity:.4}),at=Math.max(at,dt);at<d.span[1]&&st.push({from:at,to:d.span[1],colour:d0,opacity:.4})}g.bands=st,o.querySelector(".masks")?.remove();let q=m.map(([at,ht,dt])=>ce(`${dt}: ${bo(at)} to ${bo(ht)} s`,()=>g.move(H(at,ht)),"small"));K&&q.unshift(C("span",{},`Used: ${K.map(([at,ht])=>`${bo(at)} to ${bo(ht)} s`).join(", ")} `),ce("Use the whole log",()=>$t(i,()=>Vn(Xc(h,null))),"small")),q.length&&o.append(C("div",{class:"masks row"},q))}let H=(K,st)=>{let q=Math.max(st-K,.02*(d.span[1]-d.span[0]));return[K-q,st+q]};async function ft(){_=(await hi("check",{logs:[h],again:!1})).id,et()}let Z="";async function et(){let K=_?mt.jobs.find(at=>at.id===_):null,st=K?`${K.id} ${K.state} ${K.stages.length}`:"";if(st===Z||(Z=st,c.hidden=!K,!K))return;if(K.state!=="done")return c.replaceChildren(lo(K));let{result:q}=await Cn(`jobs/${K.id}`).catch(()=>({}));if(!q)return c.replaceChildren(lo(K));m=q.findings.flatMap(at=>at.times.map(([ht,dt])=>[ht,dt,at.kind])),c.replaceChildren(C("h2",{},"Check of the log"),Wc(q.findings),C("p",{class:"soft"},"Same command in the shell: ",C("code",{},K.command))),g&&($(),g.shadeAll(g.bands))}let rt=()=>{mt.state&&(Um(s,h,i),A())};return rt(),{state:rt,jobs:et}}var $w="script:not([type='application/json']), meta, link, base, iframe, object, form, h1, footer";async function ch(n){let t=await fetch(zn(`files/${n}`));if(!t.ok)throw new Error(`${n} cannot be read`);let e=new DOMParser().parseFromString(await t.text(),"text/html"),i=e.querySelector("main");if(!i)throw new Error(`${n} is no page of dynid`);i.querySelectorAll($w).forEach(r=>r.remove());let s=C("div",{class:"report"},[...i.childNodes].map(r=>document.importNode(r,!0)));return s.querySelectorAll(".table").forEach(r=>{r.tabIndex=0}),s.querySelectorAll("th:empty").forEach(r=>r.replaceWith(C("td",{}))),s.addEventListener("click",r=>{let o=r.target.closest("a[href^='#']");o&&(r.preventDefault(),s.querySelector(`[id="${CSS.escape(o.getAttribute("href").slice(1))}"]`)?.scrollIntoView({behavior:"smooth"}))}),s}function g0(n,t){let[e,i]=Qn(),s=C("section",{}),r=C("div",{}),o=C("div",{}),a=C("div",{});n.append(e,s,r,o,a);let l=C("div",{}),c=new Set,u="",h=new Set;function f(){let p=[...c].filter(A=>mt.state.runs.some(S=>S.name===A));if(p.length<2)return l.replaceChildren(C("p",{class:"soft"},mt.state.runs.length>1?"Mark two runs or more to compare them.":""));let v=mt.state.project.test?.[0]||mt.state.project.logs?.[0];return l.replaceChildren(C("div",{class:"row"},ce(`Compare ${p.length} runs`,()=>$t(i,async()=>l.append(Im(p,await Cn("compare",{name:p.join(",")}))))),v?ce("Overlay their torques",()=>{p0(p),location.hash=`#/logs/${encodeURIComponent(v.file||v)}`}):null))}async function d(){let{runs:p}=mt.state,v=t||p.at(-1)?.name||"",A=JSON.stringify([p,v,mt.state.logs,mt.state.notes]);if(A===u)return;u=A,s.replaceChildren(p.length?Pm(v,c,i,f):C("p",{},"No result yet: identify first."),l),f();let S=p.find(R=>R.name===v);if(!S){r.replaceChildren(),a.replaceChildren();return}if(r.replaceChildren(g(S)),S.report&&a.dataset.run!==v){a.dataset.run=v;let R=await $t(i,()=>ch(`runs/${encodeURIComponent(v)}/report.html`));R&&(a.replaceChildren(R),ar(a))}}function g(p){let v=`runs/${p.name}`,A=sn([["","a log …"],...mt.state.logs],"",{"aria-label":"log"}),S=sn([["","another run …"],...mt.state.runs.map(P=>P.name).filter(P=>P!==p.name)],"",{"aria-label":"other run"}),R=sn([["urdf","URDF"],["mjcf","MJCF"],["yaml","YAML"],["c","C code"]],"urdf",{"aria-label":"format"}),w=(P,I)=>$t(i,async()=>{h.add((await hi(P,{results:[v],...I})).id),m()}),x=(P,I)=>()=>P.value?I(P.value):P.focus(),b={validate:cr("validate"),payload:cr("payload")},B=P=>x(A,I=>w(P,{logs:[I],options:b[P].values()}));return C("section",{class:"actions"},C("h2",{},`With ${p.name}`),C("div",{class:"deeds"},C("div",{},C("h3",{},"Use another log"),Ze("Log",A),["between","slow"].map(b.validate.field),b.validate.others(),C("div",{class:"row"},ce("Validate on this log",B("validate"))),["frame","known"].map(b.payload.field),b.payload.others(),C("div",{class:"row"},ce("Estimate the payload",B("payload")))),C("div",{},C("h3",{},"Compare with another run"),Ze("Run",S),C("div",{class:"row"},ce("Compare",x(S,P=>w("diff",{results:[`runs/${P}`,v]}))))),C("div",{},C("h3",{},"Export"),Ze("Format",R),C("div",{class:"row"},ce("Export",()=>w("export",{options:{format:R.value}})),C("a",{href:zn(`files/${v}/report.html`),target:"_blank",rel:"noopener"},"Open the report"),C("a",{href:zn(`files/${v}/report.html?save=1`)},"Save the report"),C("a",{href:zn(`files/${v}/result.json`)},"result.json")))),p.command?C("p",{class:"soft"},"Created by ",C("code",{},p.command)):null)}let _=new Map;async function m(){let p=mt.jobs.filter(A=>h.has(A.id)),v=[];for(let A of p)A.state==="done"&&!_.has(A.id)&&await $t(i,async()=>{_.set(A.id,C("section",{},"reading the answer …"));let{result:S}=await Cn(`jobs/${A.id}`);_.get(A.id).replaceChildren(await Rm(A,S,ch)),v.push(_.get(A.id))});Hs(o,p,A=>_.has(A.id)?[_.get(A.id)]:[]),v.forEach(ar)}return mt.state&&d(),{state:d,jobs:m}}var Yw=["trajectory.csv","trajectory.yaml","lead_in.csv","design.json"];function _0(n,t){let[e,i]=Qn(),s=C("div",{}),r=C("div",{class:"plot"},C("div",{class:"canvas"})),o=C("section",{hidden:!0}),a=C("div",{}),l=(P,I,F={})=>C("input",{value:P,size:8,"aria-label":I,...F}),c=mt.state?.project.limits||{},u=cr("design"),h=P=>l(["string","number"].includes(typeof c[P])?c[P]:"",P,{placeholder:typeof c[P]=="object"?"as in dynid.yaml":"limit of the file"}),f=h("velocity"),d=h("acceleration"),g=C("div",{class:"picture big"}),_=C("div",{}),m=null,p="",v="",A=null,S=0;function R(){let P={...mt.state.project.limits};for(let[I,F]of[["velocity",f],["acceleration",d]]){let O=F.value.trim();if(O&&!Number.isFinite(Number(O)))throw new Error(`${I}: got '${O}', expected a number, or an empty field for the limits of the file.`);O?P[I]=Number(O):typeof P[I]!="object"&&delete P[I]}return P}let w=ce("Design",()=>$t(i,async()=>{let P=R();JSON.stringify(P)!==JSON.stringify(mt.state.project.limits||{})&&await Vn({limits:P}),m=(await hi("design",{options:u.values()})).id}),"primary");n.append(e,C("div",{class:"split"},g,C("div",{class:"side"},C("h2",{},"Design a motion"),C("p",{class:"soft"},"An exciting trajectory for the robot: from rest to rest, within the limits, above the floor, without self-collision."),_,u.field("floor"),Ze("Velocity",f,"limit for every motor [rad/s, m/s]"),Ze("Acceleration",d,"limit for every motor [rad/s², m/s²]"),["period","harmonics","search_time"].map(u.field),u.others(),C("div",{class:"row"},w))),s,r,o,a);async function x(){let{motions:P,project:I}=mt.state,F=t||P.at(-1)||"",O=JSON.stringify([P,F]),D=JSON.stringify([I.robot,I.lock,I.actuated,I.base,I.tool]);if(w.disabled=!I.robot,I.robot?D!==v&&(v=D,Cm(g,_,i)):i("First choose a robot."),O===p||(p=O,o.hidden=!P.length,o.replaceChildren(C("h2",{},"Motions"),C("div",{class:"files"},P.map($=>C("div",{class:`file ${$===F?"here":""}`},C("a",{href:`#/motion/${encodeURIComponent($)}`},$),C("span",{class:"row"},"Save:",Yw.map(H=>C("a",{href:zn(`files/motions/${encodeURIComponent($)}/${H}`)},H))))))),!P.includes(F)))return;let G=await $t(i,()=>ch(`motions/${encodeURIComponent(F)}/motion.html`));G&&(a.replaceChildren(G),ar(a))}function b(){let P=m?mt.jobs.find(I=>I.id===m):Hc("design",I=>I.state==="running");Hs(s,P?[P]:[]),B(P?P.stages.map(I=>I.criterion).filter(Number.isFinite):[])}function B(P){if(r.hidden=P.length<2,r.hidden||P.length===S)return;S=P.length;let I={data:[{x:P.map((F,O)=>O+1),y:P,mode:"lines+markers",name:"best so far"}],layout:{height:170,showlegend:!1,xaxis:{title:{text:"candidates finished"},nticks:Math.min(10,P.length)},yaxis:{title:{text:"criterion"}}}};A?(A.set(I),A.draw()):A=new Rr(r.firstChild,I)}return r.hidden=!0,mt.state&&(x(),b()),{state:x,jobs:b,shows:"design"}}function x0(n){let[t,e]=Qn(),i=C("textarea",{rows:18,spellcheck:"false","aria-label":"dynid.yaml"}),s=C("div",{}),r=null,o=()=>$t(e,()=>nn("text",{text:i.value}));n.append(t,C("section",{},C("h2",{},"dynid.yaml"),C("p",{class:"soft"},"Every dynid command in this folder reads this file. It is checked before it is saved."),i,C("div",{class:"row"},ce("Save",o,"primary"),ce("Undo the last change",()=>$t(e,()=>nn("undo"))),ce("Redo",()=>$t(e,()=>nn("redo"))))),s);function a(){let{text:l,bin:c,robots:u}=mt.state;l!==r&&(r===null||i.value===r)&&(i.value=l),r=l,s.replaceChildren(u.length?C("section",{},C("h2",{},"Robot files"),u.map(h=>C("div",{class:"file"},C("span",{},h),C("span",{class:"soft"},ts(h)),ho(h,e)))):"",C("section",{},C("h2",{},"Bin"),c.length?c.map(h=>C("div",{class:"file"},C("span",{},h.replace(/^\d+\//,"")),ce("Restore",()=>$t(e,()=>nn("restore",{path:h})),"small"))):C("p",{class:"soft"},"Empty. What you remove, or replace by a file of the same name, is kept here.")))}return mt.state&&a(),{state:a}}var Lf=Math.PI/180,v0=90,Jw=n=>Number(n.toFixed(6));function Zw(n,t){let e=typeof n=="string"?{fixed:n==="fixed"}:{...n};return delete e.tilt,t.some(Boolean)?{...e,tilt:t.map(Jw)}:typeof n=="string"?n:Object.keys(e).length?e:null}function y0(n,t){let{project:e}=mt.state,i=s=>$t(t,()=>Vn(s));return C("details",{class:"standing",open:mt.standing,ontoggle:s=>mt.standing=s.target.open},C("summary",{},"Setup: tool, base tilt, locked joints, motors"),Kw(n,i),jw(e,i),Qw(n,i),n.loops.length?t1(n,e,i):null)}function Kw(n,t){let i=[...n.tool&&!n.frames.includes(n.tool)?[[n.tool,n.tool]]:[],...n.frames.map(r=>[r,r])],s=sn(n.tool?i:[["","none"],...i],n.tool||"",{"aria-label":"tool",onchange:()=>t({tool:s.value||null})});return Ze("Tool",s,"shown as the green ball; a designed motion keeps it in the workspace")}function jw(n,t){if(n.base==="floating")return null;let e=typeof n.base=="object"&&n.base?.tilt||[0,0],i=["roll","pitch"].map((s,r)=>{let o=C("output",{},`${(e[r]/Lf).toFixed(0)}°`),a=C("input",{type:"range",min:-v0,max:v0,step:1,value:e[r]/Lf,"aria-label":`${s} of the base`,oninput:()=>{o.textContent=`${a.value}°`},onchange:()=>{let l=e.map((c,u)=>u===r?a.value*Lf:c);return t({base:Zw(n.base,l)})}});return C("label",{class:"slider"},C("span",{},s),a,o)});return C("div",{},C("h3",{},"Base rotated about its x, then y axis"),i)}function Qw(n,t){let e=Object.entries(n.locked);if(!e.length)return null;let i=s=>Object.fromEntries(e.filter(([r])=>r!==s));return C("div",{},C("h3",{},"Locked"),e.map(([s,r])=>C("span",{class:"chip"},`${s} = ${r} `,ce("Unlock",()=>t({lock:i(s)}),"small"))))}function t1(n,t,e){let i=n.joints.map(s=>[s.name,C("input",{type:"checkbox",checked:s.actuated,"aria-label":`${s.name} has a motor`})]);return C("div",{},C("h3",{},"Joints with a motor"),C("div",{class:"checks"},i.map(([s,r])=>C("label",{},r,s))),C("div",{class:"row"},ce("Set the motors",()=>e({actuated:i.filter(([,s])=>s.checked).map(([s])=>s)}),"small"),t.actuated?ce("As in the file",()=>e({actuated:null}),"small"):null))}var e1=[["arm","A 7-joint arm","friction, encoders, 1 % torque noise; about 10 s"],["delta","A Delta robot","four motors, closed loops, passive joints; about 20 s"],["leg","A leg","hip and knee of a walking robot on a test stand; about 10 s"]],n1=[["Robot","URDF, MJCF or SDF, or a zip or folder with its meshes."],["Logs","CSV, Parquet, MAT, HDF5, ROS bags: positions and torques, or motor currents. Columns and units are guessed."],["Result","Masses, inertias and friction with their uncertainty, validated on a log that was not used; a better robot file."]];function S0(n){let t=mt.state?.builtin||[],e=sn([["","choose …"],...t],"",{"aria-label":"built-in robot",onchange:()=>e.value&&$t(n,()=>co(e.value))});return C("section",{class:"welcome",hidden:!0},C("button",{type:"button",class:"drop",onclick:()=>document.querySelector("header input[type=file]").click()},C("b",{},"Drop a robot file and its logs here"),C("span",{},"or click to choose files. They are copied into this folder; nothing leaves this machine.")),C("ol",{},n1.map(([i,s])=>C("li",{},C("b",{},i),C("span",{},s)))),C("h2",{},"Or see it work"),C("div",{class:"examples"},e1.map(([i,s,r])=>C("button",{type:"button",class:"example",onclick:()=>$t(n,()=>i1(i))},C("b",{},s),C("span",{},r)))),C("div",{class:"pick"},Ze("Built-in robots",e),C("div",{class:"own"})))}async function i1(n){await nn("example",{name:n}),mt.example=(await hi("demo",{name:n})).id}async function M0(n){let t=mt.jobs.find(e=>e.id===mt.example);if(!(!t||t.state!=="done")){if(mt.example=null,t.verb==="identify"){location.hash=`#/runs/${encodeURIComponent(t.output.split("/").pop())}`;return}await $t(n,async()=>{await nn("add",{names:[1,2].map(e=>`${t.output}/run${e}.csv`),roles:!0}),location.hash="#/identify",mt.example=(await hi("identify")).id})}}function b0(n){let[t,e]=Qn(),i=C("div",{class:"side"}),s=C("div",{class:"picture big"},C("canvas",{role:"img","aria-label":"the robot"})),r=C("section",{hidden:!0}),o=S0(e),a=C("div",{},s,C("p",{class:"soft"},"Drag to rotate, scroll to zoom; move the joints with the sliders. Blue: joint axes; red rings: loop closures; green: the tool."));n.append(t,o,C("div",{class:"split"},a,i),r);let l=null,c=null,u=null,h=0,f=null,d=[];async function g(){let{project:P}=mt.state,I=JSON.stringify([P.robot,P.lock,P.actuated,P.base,P.tool,mt.state.robots]);if(I===u)return;u=I,f=null,B(),l=P.robot?await $t(e,()=>Cn("robot")):null;let F=m();if(i.hidden=!P.robot,P.robot||o.querySelector(".own").replaceChildren(...mt.state.robots.length?[F]:[]),i.replaceChildren(...P.robot?[F]:[],...l?[v(),A(),y0(l,e)]:P.robot?[p()]:[]),a.hidden=!l?.scene,o.hidden=!!P.robot,l?.scene_error&&e(l.scene_error),!l?.scene)return;s.replaceChildren(C("canvas",{role:"img","aria-label":"the robot"})),c=new Gs(s,l.scene,l.scene.names),c.show(l.scene.points[0],_(l.scene.poses)),f=(await $t(e,()=>hi("check",{options:{quick:!0},again:!1})))?.id,B()}let _=P=>Object.fromEntries(Object.entries(P).map(([I,F])=>[I,F[0]]));function m(){let P=mt.state.robots.map(O=>[O,O]),I=mt.state.builtin.map(O=>[O,`built-in: ${O}`]),F=sn([["","choose …"],...P,...I],mt.state.project.robot||"",{"aria-label":"robot",id:"robot"});return F.addEventListener("change",()=>F.value&&$t(e,()=>co(F.value)).then(O=>{O===null&&(F.value=mt.state.project.robot||"")})),Ze("Robot",F,"or drop a URDF or MJCF file, or a zip with meshes, anywhere on this page")}let p=()=>C("p",{},ce("Reset locks and motors",()=>$t(e,()=>Vn({lock:null,actuated:null,base:null,tool:null}))));function v(){let P=l.actuated.length,I=l.loops.length;return C("div",{},C("h2",{},l.name),C("p",{class:"soft"},l.description),C("p",{},`${l.bodies.length} bodies, ${l.joints.length} joints, ${P} with a motor, ${I?`${I} loops`:"no loops"}`))}function A(){d=[...l.home];let P=C("p",{class:"soft passive"}),I=l.actuated.map((O,D)=>{let G=l.joints.find(Z=>Z.name===O),$=C("output",{},S(d[D],G.unit)),H=C("input",{type:"range",min:G.lower,max:G.upper,step:(G.upper-G.lower)/1e3,value:d[D],"aria-label":O,oninput:()=>{d[D]=Number(H.value),$.textContent=S(d[D],G.unit),x(P)}}),ft=mt.state.project.robot&&!l.loops.length?ce("Lock",()=>$t(e,()=>Vn({lock:{...l.locked,[O]:Number(d[D].toFixed(6))}})),"small"):null;return C("div",{class:"slider"},C("span",{title:O},O),H,$,ft)}),F=ce("Home",()=>{u=null,g()},"small");return C("div",{class:"sliders"},C("h3",{},"Joints ",F),I,P)}let S=(P,I)=>I==="m"?`${P.toFixed(3)} m`:`${(180/Math.PI*P).toFixed(1)}°`,R=!1,w=!1;async function x(P){if(R){w=!0;return}R=!0;let I=++h;try{let F=await Qi("pose",{q:d});I===h&&(c.show(F.points[0],_(F.poses)),e("")),P.textContent=l.joints.map((O,D)=>O.actuated?"":`${O.name} ${S(F.coordinates[0][D],O.unit)}`).filter(Boolean).slice(0,24).join(", ")}catch(F){e(F.message)}R=!1,w&&(w=!1,x(P))}let b="";async function B(){let P=f?mt.jobs.find(D=>D.id===f):null,I=P?`${P.id} ${P.state}`:"";if(I===b)return;if(b=I,r.hidden=!P||!mt.state?.project.robot,r.hidden)return r.replaceChildren();let F=[C("h2",{},"Check of the robot file")];if(["running","waiting"].includes(P.state))return r.replaceChildren(...F,C("p",{class:"soft"},"checking …"));let{result:O}=await Cn(`jobs/${P.id}`).catch(()=>({}));r.replaceChildren(...F,O?Wc(O.findings):lo(P),C("p",{class:"soft"},"Same command in the shell: ",C("code",{},P.command)))}return mt.state&&g(),{state:()=>g(),jobs:B}}var Nf={robot:["Robot",b0],logs:["Logs",m0],motion:["Motion",_0],identify:["Identify",Em],runs:["Runs",g0],project:["Project",x0]},s1=/\.(urdf|xml|mjcf|sdf|xacro)$/i;async function w0(n){gm(n);let[t,e]=Qn(),i=document.querySelector("main"),s=C("nav",{class:"tabs","aria-label":"pages"}),r=C("div",{class:"view"}),o=C("div",{class:"work"}),a=C("p",{class:"message",hidden:!0},"The studio does not answer. The results are saved in its folder; start it again with 'dynid studio'."),l=C("input",{type:"file",multiple:!0,hidden:!0,"aria-label":"files",onchange:()=>S([...l.files])}),c=C("p",{class:"told",role:"status"}),u=C("button",{type:"button",class:"undo",onclick:()=>v("undo")},"Undo"),h=C("header",{},C("h1",{},"dynid ",C("span",{},"studio")),s,u,C("button",{type:"button",class:"primary",onclick:()=>l.click()},"Add files"),l);i.replaceChildren(h,a,c,t,r,o);let f="",d=null,g=()=>location.hash.match(/^#\/(\w+)/)?.[1]in Nf?location.hash.match(/^#\/(\w+)/)[1]:"robot";function _(){let R=g(),w=`${R} ${mt.state?.logs.length} ${mt.state?.runs.length}`;s.dataset.mark!==w&&s.replaceChildren(...Object.entries(Nf).map(([b,[B]])=>C("a",{href:`#/${b}`,class:b===R?"here":"","aria-current":b===R?"page":null},B,m(b)))),s.dataset.mark=w;let x=decodeURIComponent(location.hash.split("/")[2]||"");f===location.hash&&d||(f=location.hash,r.replaceChildren(),d=Nf[R][1](r,x)||{})}function m(R){let w={logs:mt.state?.logs.length,runs:mt.state?.runs.length}[R];return w?C("small",{},String(w)):null}async function p(R,w=!1){try{return(await _m(R,w)).files}catch(x){if(x.exists&&!w&&confirm(`${R.name} exists already. Replace it?`))return p(R,!0);throw x}}let v=R=>$t(e,async()=>A(await nn(R))),A=R=>{c.textContent=R,clearTimeout(A.timer),A.timer=setTimeout(()=>c.replaceChildren(),6e3)};async function S(R){l.value="";let w=[];await $t(e,async()=>{let x=[];for(let P of R){e(`${P.name}: copying into the folder …`);try{x.push(...await p(P))}catch(I){w.push(I.message)}}e(""),await ba();let b=x.filter(P=>s1.test(P)),B=x.filter(P=>mt.state.logs.includes(P));if(b.length)try{await co(b[0]),location.hash=`#/robot/${Date.now()}`}catch(P){w.push(P.message)}B.length&&mt.state.project.robot&&(w.push(...await nn("add",{names:B,roles:!0})),b.length||(location.hash=`#/logs/${encodeURIComponent(B[0])}`))}),w.length&&e(w.join(`
`))}addEventListener("dragover",R=>{R.preventDefault(),document.body.classList.add("dropping")}),addEventListener("dragleave",R=>{R.relatedTarget||document.body.classList.remove("dropping")}),addEventListener("drop",R=>{R.preventDefault(),document.body.classList.remove("dropping"),S([...R.dataTransfer.files])}),addEventListener("hashchange",_),addEventListener("keydown",R=>{if(!(R.ctrlKey||R.metaKey)||R.target.matches("input:not([type=range], [type=checkbox]), textarea, select"))return;let w=R.key.toLowerCase(),x=w==="y"||w==="z"&&R.shiftKey?"redo":w==="z"?"undo":"";x&&(R.preventDefault(),v(x))}),xm(R=>{if(R==="lost"||R==="found"){a.hidden=R==="found";return}if(R==="state"){let{undo:w}=mt.state.history;u.disabled=!w,u.title=w?`Undo: ${w} (Ctrl-Z)`:"Nothing to undo",_(),d?.state?.()}d?.jobs?.(),M0(e),Hs(o,mt.jobs.filter(w=>["running","waiting"].includes(w.state)&&!w.options.quick&&d?.shows!==w.verb))}),await $t(e,async()=>{mt.options=await Cn("options"),await ba()}),document.title=`${mt.state?.folder.split("/").pop()||"dynid"}: dynid studio`,_(),vm()}pm();document.body.dataset.studio?w0(document.body.dataset.studio):ar(document);})();
