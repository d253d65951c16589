using System;
using System.Collections.Generic;

namespace Orchard.Model
{
    [DataContract(Name = "Pear")]
    public partial class Pear : IEquatable<Pear>
    {
        [DataMember(Name = "kind", IsRequired = true)]
        public string Kind { get; set; }

        [DataMember(Name = "soft")]
        public float Soft { get; set; }
    }
}
